"""Tests of ``bot.app.integrity``."""
