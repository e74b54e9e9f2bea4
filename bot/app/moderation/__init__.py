"""What the staff of a server may do with its matches."""
