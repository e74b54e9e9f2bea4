"""Tests of catalogues and messages."""
