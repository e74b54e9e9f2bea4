"""What Discord grants and knows: registered commands, permissions, members, the connection."""
