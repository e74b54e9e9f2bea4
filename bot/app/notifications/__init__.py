"""How players are told: who hears what and when, the outbox emptied in order, digests, threads kept tidy."""
