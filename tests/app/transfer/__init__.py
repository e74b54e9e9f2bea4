"""Tests of ``bot.app.transfer``."""
