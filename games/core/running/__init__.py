"""Playing by the rules: turns and what is forced in them, plans, stored logs, whole matches."""
