"""Pictures of results: a rating's way, tables of who stands where, and the trees of knockouts. No game is in them."""
