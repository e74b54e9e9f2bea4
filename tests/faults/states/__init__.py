"""A state machine: people, Discord, clock and database do what they like, and what must be true is."""
