"""The table: a server that keeps games, seats people and bots at them, and shows each seat what it may see."""
