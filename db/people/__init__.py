"""Persons and servers."""
