"""The computer players of Walnut Grove, and what they weigh."""
