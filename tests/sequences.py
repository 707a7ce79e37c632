"""How many sequences of actions there are to a small depth from ten fixed positions.

`python -m tests.sequences` counts them anew and writes `sequences.json`; a change of it belongs into the commit of
the fix that means it, with the reason.
"""

import json
from pathlib import Path

from diadochi import Game
from tests.fixtures.reading import position

COUNTS = Path(__file__).parent / "sequences.json"
POSITIONS = {
    "0.1.0/2p-43": 6,
    "0.1.0/2p-options-12": 4,
    "0.1.0/2p-options-456": 5,
    "0.1.0/3p-417": 3,
    "0.1.0/3p-options-573": 6,
    "0.1.0/4p-723": 4,
    "0.1.0/4p-906": 3,
    "0.1.0/4p-options-1039": 4,
    "0.1.0/5p-1298": 4,
    "0.1.0/5p-options-1068": 4,
}
"""The positions, and how deep to count."""
SEED = 1


def count(name: str) -> list[int]:
    """The numbers of sequences of one action, two actions and so on."""
    game = Game.from_position(position(name), seed=SEED)
    return [sequences(game, depth) for depth in range(1, POSITIONS[name] + 1)]


def sequences(game: Game, depth: int) -> int:
    decision = game.decision
    if decision is None:
        return 0
    if depth == 1:
        return len(decision.codes)
    total = 0
    for code in decision.codes:
        after = game.copy()
        after.act_code(code)
        total += sequences(after, depth - 1)
    return total


def expected() -> dict[str, list[int]]:
    counts: dict[str, list[int]] = json.loads(COUNTS.read_text())
    return counts


def main() -> None:
    rows = ",\n".join(f" {json.dumps(name)}: {count(name)}" for name in POSITIONS)
    COUNTS.write_text("{\n" + rows + "\n}\n")
    print(COUNTS.read_text(), end="")


if __name__ == "__main__":
    main()
