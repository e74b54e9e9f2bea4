"""Tests of ``bot.edge.messages``."""
