"""End to end over the wire: the bot and the stand-in for Discord in processes of their own."""
