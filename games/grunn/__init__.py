"""Grunn, a game by Robert Brouwer and Arjan van Houwelingen."""
