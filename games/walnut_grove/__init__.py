"""Walnut Grove: farming in the American Midwest, for one to four."""
