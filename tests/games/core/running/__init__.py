"""Tests of ``games.core.running``."""
