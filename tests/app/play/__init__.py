"""Tests of ``bot.app.play``."""
