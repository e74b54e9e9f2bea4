"""Matches as files: export, verification, import."""
