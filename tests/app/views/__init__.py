"""Tests of ``bot.app.views``."""
