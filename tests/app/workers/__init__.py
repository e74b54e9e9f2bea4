"""Tests of ``bot.app.workers``."""
