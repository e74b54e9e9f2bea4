"""Tests of ``bot.app.timing``."""
