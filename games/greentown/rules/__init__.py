"""What may be done (``checking``), what it does (``playing``), and whose turn it is (``order``)."""
