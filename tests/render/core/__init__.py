"""Tests of the pictures: core."""
