"""Games that live: a store that loses nothing, timers, and a server with a table in the browser. It needs the extra `server`."""
