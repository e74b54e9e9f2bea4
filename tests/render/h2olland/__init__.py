"""Tests of the pictures: h2olland."""
