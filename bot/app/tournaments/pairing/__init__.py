"""Who plays whom: pure functions of what was played so far. The written rules stand in ``docs/tournaments.md``."""
