"""The control API under ``/api``: the users' side of the stand-in, its faults, and what the bot did."""
