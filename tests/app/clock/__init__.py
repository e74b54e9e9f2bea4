"""Tests of ``bot.app.clock``."""
