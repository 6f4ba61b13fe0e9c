"""Effects by family of game: rule files whose texts are searched by what they do."""
