"""Tests of ``bot.edge.panels``."""
