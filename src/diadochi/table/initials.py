"""Two letters for each General, no two the same: what his counter says when it is seen from afar."""

from collections.abc import Sequence


def initials(names: Sequence[str]) -> list[str]:
    """By name, those who come first choose first; a name with no two letters left takes a figure."""
    out: list[str] = []
    for name in names:
        letters = [letter for letter in name if letter.isalpha()]
        pairs = (letters[0].upper() + letter.lower() for letter in letters[1:])
        figures = (f"{letters[0].upper()}{number}" for number in range(2, len(names) + 2))
        out.append(next(pair for pair in (*pairs, *figures) if pair not in out))
    return out
