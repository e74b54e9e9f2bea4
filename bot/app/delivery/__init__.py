"""How the outbox is emptied: what is told next, in order, retried, parked, or gathered into a digest."""
