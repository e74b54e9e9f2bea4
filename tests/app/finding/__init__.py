"""Tests of ``bot.app.finding``."""
