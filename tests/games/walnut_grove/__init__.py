"""Tests of Walnut Grove."""
