"""The puzzle of the day: a position in which few turns are good, found, posted and answered."""
