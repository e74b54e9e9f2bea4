"""Matches that have not begun: starts that are announced, and invitations that expire."""
