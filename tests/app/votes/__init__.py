"""Tests of ``bot.app.votes``."""
