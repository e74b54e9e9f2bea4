"""Rules of the games: pure, total, deterministic."""
