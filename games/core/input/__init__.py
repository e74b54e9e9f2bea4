"""What players type and press, read as moves: forms, completion, notation and the panel."""
