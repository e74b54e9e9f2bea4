"""What is kept about people and servers: an answer for every column, and what erases and hands out by those answers."""
