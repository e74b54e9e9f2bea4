"""The computer players of Grunn, and what they weigh."""
