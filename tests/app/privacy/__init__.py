"""Privacy: exports, deletions, retention."""
