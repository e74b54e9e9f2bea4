"""Events: tournaments that run by themselves, made for slow play."""
