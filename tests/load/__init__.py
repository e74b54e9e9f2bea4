"""`make load`: simulated players over the stand-in with Discord's limits; bot and stand-in are processes apart."""
