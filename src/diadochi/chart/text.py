"""How much room a text takes, whatever serif the reader's machine has.

The widths are those of a wide serif (DejaVu Serif), so that Georgia, Palatino and Times fit inside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import normalize

# Hundredths of an em for the characters from space to tilde.
_WIDTHS = (
    *(32, 41, 46, 84, 64, 96, 90, 28, 40, 40, 50, 84, 32, 34, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64),
    *(64, 64, 34, 34, 84, 84, 84, 54, 100, 73, 74, 77, 81, 73, 70, 80, 88, 40, 41, 75, 67, 103, 88, 82),
    *(68, 82, 76, 69, 67, 85, 73, 103, 72, 67, 70, 40, 34, 40, 84, 50, 50, 60, 65, 57, 65, 60, 38, 65),
    *(65, 32, 32, 61, 32, 95, 65, 61, 65, 65, 48, 52, 41, 65, 57, 86, 57, 57, 53, 64, 34, 64, 84),
)
_OTHER = 85
_SMALL = 70
"""Of other alphabets."""
_BOLD = 1.13
ASCENT = 0.8
DESCENT = 0.25
LINE = 1.08


@cache
def _width(letter: str) -> int:
    """An accented letter is as wide as without its accent."""
    plain = normalize("NFD", letter)[0]
    if " " <= plain <= "~":
        return _WIDTHS[ord(plain) - 32]
    return _SMALL if letter.islower() else _OTHER


@dataclass(frozen=True, slots=True)
class Face:
    """A size and manner of lettering; `name` is its CSS class."""

    name: str
    size: float
    bold: bool = False
    spacing: float = 0.0
    capitals: bool = False

    def scaled(self, by: float) -> "Face":
        return Face(self.name, self.size * by, self.bold, self.spacing * by, self.capitals)

    def set(self, text: str) -> str:
        return text.upper() if self.capitals else text

    def width(self, text: str) -> float:
        letters = self.set(text)
        ems = sum(map(_width, letters)) / 100
        return ems * self.size * (_BOLD if self.bold else 1) + self.spacing * len(letters)

    def block(self, lines: Sequence[str]) -> tuple[float, float]:
        """Width and height of some lines, one below the other."""
        height = self.size * (ASCENT + DESCENT + LINE * (len(lines) - 1))
        return max(self.width(line) for line in lines), height
