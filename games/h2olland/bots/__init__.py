"""The computer players of H2Olland, and what they weigh."""
