"""Whole plates and the parts they are composed of."""
