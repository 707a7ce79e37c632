"""The game as environments for learning: PettingZoo, Gymnasium, OpenSpiel and a vectorised stepper (extra `rl`)."""

from diadochi.lab.extras import need

need("rl", "numpy")
