"""Messages: boards, cards, panels and forms, put together within Discord's limits."""
