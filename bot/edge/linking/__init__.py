"""Linked roles: how people let the bot tell Discord how they play."""
