"""From a decision to what is written: changes of a match, made without a database and applied in one transaction."""
