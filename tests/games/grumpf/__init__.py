"""Tests of Grumpf."""
