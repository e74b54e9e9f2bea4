"""Tests of ``games.core.search``."""
