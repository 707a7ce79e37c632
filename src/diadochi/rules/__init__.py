"""How it is played: one module per chapter of the rulebook."""
