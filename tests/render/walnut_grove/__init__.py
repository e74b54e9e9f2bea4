"""Tests of the pictures: walnut_grove."""
