"""Commands in the menus of messages and people."""
