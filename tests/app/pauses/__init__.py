"""Tests of ``bot.app.pauses``."""
