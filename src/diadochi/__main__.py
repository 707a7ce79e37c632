"""`python -m diadochi`."""

import sys

from diadochi.cli import main

if __name__ == "__main__":
    sys.exit(main())
