"""What a drawing process keeps of what it has drawn, within a budget of bytes."""
