"""Tests of H₂Olland, named by the clauses of its rules."""
