"""How presses and commands are answered: acknowledged, queued for their match, handled, presented."""
