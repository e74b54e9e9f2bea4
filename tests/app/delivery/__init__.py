"""Tests of ``bot.app.delivery``."""
