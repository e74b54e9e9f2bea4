"""Results and ratings: what came of matches, and how strong that shows their players to be."""
