"""The bot: command line, Discord edge, services and sandbox."""
