"""The steps by which the store's schema has grown; each runs by itself when an older file is opened."""
