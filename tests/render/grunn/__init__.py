"""Tests of the pictures: grunn."""
