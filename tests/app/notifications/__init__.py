"""Tests of ``bot.app.notifications``."""
