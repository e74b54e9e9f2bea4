"""Tests of Grunn, named by the clauses of its rules."""
