"""The rules by part: acting in a hunt, plans and beats, the live hunt, judging, trading, and the course of the game."""
