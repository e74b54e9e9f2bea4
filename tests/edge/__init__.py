"""The edge: payloads against Discord's limits, and whole matches in the simulator."""
