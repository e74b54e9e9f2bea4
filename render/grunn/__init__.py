"""Grunn's pictures: a lino print of the northern coast."""
