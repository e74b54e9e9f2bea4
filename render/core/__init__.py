"""The picture kit: fonts, inked lines, palettes, sprites, text, encoding. Nothing in it knows a game."""
