"""The outbox, and how persons can be reached."""
