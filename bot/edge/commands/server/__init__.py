"""``/settings`` and ``/setup``: what a server chooses."""
