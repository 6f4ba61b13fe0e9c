"""What is said between a game and the programs and people who play it, in JSON-RPC 2.0: shared by the engine and the server."""
