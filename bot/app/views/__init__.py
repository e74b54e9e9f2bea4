"""What a viewer may see of matches: the board, lists, the history, notes, films."""
