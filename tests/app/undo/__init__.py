"""Tests of ``bot.app.undo``."""
