"""What may be done (``checks``), what it does (``playing``), and whose turn it is (``order``)."""
