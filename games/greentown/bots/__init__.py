"""The computer players of Green Town, and what they weigh."""
