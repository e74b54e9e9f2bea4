"""What lies on the ground, is held or counted: each drawn once, as a sprite."""
