"""The messages between a game and the programs and people who play it, in JSON-RPC 2.0; the engine and the server share them."""
