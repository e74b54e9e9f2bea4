"""Tests of ``bot.app.runtime``."""
