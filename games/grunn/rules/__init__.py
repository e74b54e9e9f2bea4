"""The rules of Grunn by the parts of a turn; ``checks`` and ``playing`` lead to a move's part."""
