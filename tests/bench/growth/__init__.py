"""What a large database costs: a generator of finished matches, and a measurement of what people wait for."""
