"""The laboratory: games played by bots, by the thousand, and what they tell."""
