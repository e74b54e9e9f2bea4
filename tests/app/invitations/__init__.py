"""Tests of ``bot.app.invitations``."""
