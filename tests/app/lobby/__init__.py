"""Tests of ``bot.app.lobby``."""
