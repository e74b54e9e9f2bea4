"""The slash commands: ``/match``, those about the board and one's turn, help, and one group for each game."""
