"""Diadochi: the board game Successors as a library."""

__version__ = "0.1.0"
