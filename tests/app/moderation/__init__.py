"""Tests of ``bot.app.moderation``."""
