"""Tests of the database package."""
