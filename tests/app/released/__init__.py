"""Databases that released versions have left, with matches in them."""
