"""What a game refuses, each with a sentence that tells what to do."""

from diadochi.catalogue import SaidError, say
from diadochi.rules.agenda import Refusal


class GameError(SaidError):
    """Anything a game refuses; its text is meant for a person."""

    @property
    def text(self) -> str:
        return str(self)


class UnknownActionError(GameError):
    """The text is no action of this edition."""


class WrongSeatError(GameError):
    """Another seat has to decide."""


class StaleVersionError(GameError):
    """The game has gone on since the version that the action answers."""


class NotOfferedError(GameError):
    """The action exists but may not be chosen now; `refusal` tells why, and by which rule."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__("error.not_offered", action=action, reason=refusal)
        self.args = action, refusal
        self.refusal = refusal

    def __str__(self) -> str:
        return say(self.key, action=self.fills["action"], reason=self.refusal.text)


class GameOverError(GameError):
    """Nothing can be done any more."""


class CannotUndoError(GameError):
    """The last step cannot be taken back."""


class UnknownNameError(GameError):
    """There is no piece, place or card of that name; names those that are spelt like it."""


class TextError(GameError):
    """A save, record or position that cannot be read; names line and field."""


BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What an engine may run into that is handed what another engine made, or a stranger."""
