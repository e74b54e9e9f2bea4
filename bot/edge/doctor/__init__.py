"""`longtable doctor`: try on Discord, one after the other, what the bot depends on, and leave nothing behind."""
