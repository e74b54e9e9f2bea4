"""What lies under the pieces: grounds, the places of spaces on them, and the map as a whole."""
