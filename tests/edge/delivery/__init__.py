"""Tests of ``bot.edge.delivery``."""
