"""Tests of the pictures: grumpf."""
