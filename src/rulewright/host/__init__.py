"""Hosted games: a store, timers, and a server with pages for browsers. It needs the extra `server`."""
