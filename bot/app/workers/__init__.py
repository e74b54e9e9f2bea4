"""Loops beside the services: what all of them share, deadlines, computer players."""
