"""Tests of ``bot.app.changes``."""
