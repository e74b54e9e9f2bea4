"""The search of ``strong`` against other searches with the same turns proposed and the same budget."""
