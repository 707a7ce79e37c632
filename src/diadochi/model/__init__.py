"""What the game is made of; no rules."""
