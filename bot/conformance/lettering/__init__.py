"""Lettering on pictures: where it came to lie, and whether it can be read."""
