"""Tests of the pictures: greentown."""
