"""What the games are played with: one material for each edition and its rulings, made once and then shared."""

from collections.abc import Mapping
from pathlib import Path

from diadochi.data import RULED, RulingError, check_rulings, load_material
from diadochi.errors import GameError
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.table.rows import Header, Rulings
from diadochi.texts.mark import engine_mark

Key = tuple[str, Rulings]


class UnknownEditionError(GameError):
    """There is no such edition, or no such ruling."""


class Editions:
    def __init__(self, folder: Path | None = None, engine: str = "") -> None:
        """`engine` names the engine; only tests say it is another one than it is."""
        self.folder = folder
        self._engine = engine
        self._made: dict[Key, Material] = {}
        self.playable = tuple(name for name in EDITIONS if self.of(name).edition.playable)
        """Those of which a game can be begun; the first is the one where none is named."""

    @property
    def first(self) -> Material:
        return self.of(EDITIONS[0])

    def of(self, edition: str, rulings: Rulings = ()) -> Material:
        key = edition, rulings
        found = self._made.get(key)
        if found is None:
            # Another thread may make the same meanwhile: the first that is there is shared, and it is complete.
            found = self._made.setdefault(key, self._make(edition, rulings))
            self._forget()
        return found

    def _forget(self) -> None:
        """Anybody may begin games with any rulings: the oldest sets of them are made again when they are wanted."""
        ruled = [key for key in tuple(self._made) if key[1]]
        for key in ruled[: len(ruled) - RULED] if len(ruled) > RULED else ():
            self._made.pop(key, None)

    def _make(self, edition: str, rulings: Rulings) -> Material:
        if edition not in EDITIONS:
            raise UnknownEditionError("error.no_edition", edition=repr(edition), editions=list(EDITIONS))
        try:
            return load_material(edition, self.folder, dict(rulings))
        except RulingError as error:
            raise UnknownEditionError(str(error)) from None

    def chosen(self, edition: str, rulings: Mapping[str, str]) -> Material:
        """What a new game is played with: a reading that the edition has anyhow is none that was chosen."""
        try:
            return self.of(edition, check_rulings(self.of(edition).edition, rulings))
        except RulingError as error:
            raise UnknownEditionError(str(error)) from None

    def of_game(self, header: Header) -> Material:
        return self.of(header.edition, header.rulings)

    def mark(self, material: Material) -> str:
        """Names this engine with that data."""
        return self._engine or engine_mark(material)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names under which this engine plays."""
        return tuple(dict.fromkeys(self.mark(self.of(name)) for name in EDITIONS))
