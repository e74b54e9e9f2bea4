"""Discord's REST routes, by topic; ``pipeline`` is what each request runs through."""
