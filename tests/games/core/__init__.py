"""Tests of the contract and its machinery."""
