"""Tests of ``bot.app.match``."""
