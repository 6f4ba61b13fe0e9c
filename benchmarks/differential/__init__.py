"""Play the same random journals in an old revision and in this code, and compare what each shows at every choice."""
