"""Tests of ``bot.edge.commands``."""
