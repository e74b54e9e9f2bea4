"""What one person alone is shown: the panel of a turn, the sheets before a start, what happened meanwhile."""
