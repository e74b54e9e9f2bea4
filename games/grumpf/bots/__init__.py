"""The computer players of Grumpf, and what they weigh."""
