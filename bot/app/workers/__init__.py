"""Loops beside the services: deadlines, computer players, cleaning up threads."""
