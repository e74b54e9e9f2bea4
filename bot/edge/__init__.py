"""Discord, thin: commands, panels, what is shown, and its delivery. The only floor that knows discord.py."""
