"""The bot inside a Discord simulator, with a web page: play and try without a token."""
