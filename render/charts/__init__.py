"""Pictures of results: a rating's way, tables of who stands where, and the trees of knock-outs. No game is in them."""
