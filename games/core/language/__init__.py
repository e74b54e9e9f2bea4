"""Sentences in every language: the catalogues of packages, and how a sentence is filled in."""
