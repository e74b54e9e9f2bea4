"""Services: lobby, matches, drafts, orders, clocks, outbox, computer seats. Knows no Discord."""
