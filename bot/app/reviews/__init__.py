"""Reviews of matches that are over: how they stood, which turns cost most, and what decided them."""
