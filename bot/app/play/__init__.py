"""Taking turns: typed, from a private panel, or stored ahead; and giving a match up."""
