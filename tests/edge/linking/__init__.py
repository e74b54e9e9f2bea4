"""Linked roles at the edge."""
