"""What players decide together: proposals, seats whose time is up, substitutes, and what the host may do."""
