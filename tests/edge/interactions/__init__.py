"""Tests of ``bot.edge.interactions``."""
