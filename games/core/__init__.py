"""The contract that every game fulfils, and the pure machinery that plays by it."""
