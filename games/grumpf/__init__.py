"""Grumpf by P. Compain: a race of small creatures for six hunting grounds, live or by turns."""
