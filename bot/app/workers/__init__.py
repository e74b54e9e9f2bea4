"""Loops beside the services: deadlines, computer players."""
