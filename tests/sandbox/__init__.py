"""The sandbox as a program of its own, its page driven as a browser does."""
