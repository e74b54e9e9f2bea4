"""Tournaments that run by themselves, made for slow play."""
