"""Plans and preferences stored ahead: their rows, how they read, and whether they would be played now. Pure."""
