"""`python -m diadochi`, and the command `diadochi`."""

import sys

from diadochi.catalogue import say

INTERRUPTED = 130


def main() -> int:
    try:
        from diadochi.cli import main as run
    except KeyboardInterrupt:  # while it loads; afterwards that is the command's affair
        print(say("command.failed", text=say("command.interrupted")), file=sys.stderr)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("diadochi"):
            raise
        needed = say("command.no_package", package=error.name.partition(".")[0])
        print(say("command.failed", text=needed), file=sys.stderr)
        return 1
    return run()


if __name__ == "__main__":
    sys.exit(main())
