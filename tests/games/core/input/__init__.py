"""Tests of ``games.core.input``."""
