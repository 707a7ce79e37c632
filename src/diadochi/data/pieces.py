"""pieces.json: Generals and their set-up, Independent Armies, Fleets, units, the royal family."""

from typing import Any

from diadochi.data.entry import Entry, by_name, index, titled
from diadochi.model.board import Board
from diadochi.model.pieces import (
    Ability,
    Fleet,
    Forces,
    General,
    IndependentArmy,
    Pieces,
    Recruit,
    Royal,
    RoyalMember,
    Start,
    Unit,
)

FILE = "pieces.json"
PLAYERS = (2, 3, 4, 5)
KINDS = {kind: kind for kind in ("heir", "female", "body")}
GENERAL_FACTS = (
    "initiative", "battle", "seniority", "popularity", "legitimacy", "ability", "start", "recruit",
)  # fmt: skip
ANY_PORT = "any_port"


def load_pieces(raw: dict[str, Any], board: Board) -> Pieces:
    file = Entry(FILE, "", raw)
    ids = [str(g.get("id")) for g in file.items("generals") if isinstance(g, dict)]
    majors = [_major(e, board, ids) for e in file.entries("generals", titled("general", "id"))]
    factions, minors, per_faction = _minors(file)
    armies = list(file.entries("independent_armies", titled("independent army", "id")))
    generals = (*majors, *minors, *(_independent_general(army, len(factions)) for army in armies))
    first = len(majors) + len(minors)
    groups = file.entry("general_groups")
    known = index([general.id for general in majors])
    pieces = Pieces(
        generals=generals,
        majors=len(majors),
        minors_per_faction=per_faction,
        independents=tuple(_independent(army, first + i, board) for i, army in enumerate(armies)),
        fleets=tuple(_fleet(entry, board) for entry in file.entries("fleets", titled("fleet", "id"))),
        royals=tuple(_royal(e, board) for e in file.entries("royal_family", titled("royal", "id"))),
        factions=(*factions, "independent"),
        unit_strength=_strengths(file.entry("units")),
        starting=_by_players(groups.entry("starting"), known),
        reserve=_by_players(groups.entry("reserve"), known),
        event_generals=groups.ids("event", known),
        unavailable=groups.ids("unavailable", known),
    )
    groups.word()
    groups.done()
    file.done()
    _check_groups(pieces)
    _check_seniority(pieces)
    return pieces


def forces(entry: Entry) -> Forces:
    """{"loyal": 2} as numbers of CUs by Unit."""
    out = tuple(entry.number(unit.name.lower(), 0, 20, default=0) for unit in Unit)
    entry.done()
    if not any(out):
        entry.fail("it names no CUs", "Name at least one CU")
    return out


def _major(entry: Entry, board: Board, majors: list[str]) -> General:
    ability = entry.entry("ability")
    general = General(
        id=entry.text("id"),
        name=entry.text("name"),
        initiative=_initiative(entry),
        battle=_battle(entry),
        seniority=entry.number("seniority", 1, 20),
        popularity=entry.number("popularity", -5, 5),
        legitimacy=entry.number("legitimacy", 0, 5),
        ability=ability.one_of("kind", by_name(Ability)),
        ability_value=ability.number("value", -6, 6),
        ability_provinces=ability.ids("provinces", board.province_index),
        ability_text=ability.text("text"),
        start=_start(entry.entry("start"), board) if entry.has("start") else None,
        recruit=_recruit(entry.entry("recruit"), board, majors) if entry.has("recruit") else None,
        provenance=entry.words("provenance", GENERAL_FACTS),
    )
    ability.done()
    entry.done()
    return general


def _initiative(entry: Entry) -> int:
    return entry.number("initiative", 2, 4)


def _battle(entry: Entry) -> int:
    return entry.number("battle", 1, 6)


def _start(entry: Entry, board: Board) -> Start:
    start = Start(
        spaces=entry.ids("spaces", board.space_index),
        pcs=entry.ids("pcs", board.space_index),
        forces=forces(entry.entry("forces")),
        royals=entry.ids("royals", by_name(Royal)),
        vp=entry.number("vp", 0, 10),
        legitimacy=entry.number("legitimacy", 0, 18),
    )
    if not start.spaces:
        entry.fail("no space to start in", "Name one or more spaces")
    entry.done()
    return start


def _recruit(entry: Entry, board: Board, majors: list[str]) -> Recruit:
    known = {**board.province_index, ANY_PORT: -1}
    after = entry.one_of("after_death_of", {m: m for m in majors}) if entry.has("after_death_of") else ""
    recruit = Recruit(forces(entry.entry("forces")), entry.one_of("province", known), after)
    entry.done()
    return recruit


def _minors(file: Entry) -> tuple[list[str], list[General], int]:
    """7.1 C: the same number of Minor Generals for each player Faction."""
    minor = file.entry("minor_generals")
    factions = minor.entry("factions")
    generals = []
    for number, faction in enumerate(factions.raw):
        entries = list(factions.entries(faction, titled(f"minor general of {faction}", "id")))
        generals += [_minor(entry, minor, number) for entry in entries]
    minor.word()
    minor.done()
    return list(factions.raw), generals, len(generals) // len(factions.raw)


def _minor(entry: Entry, minor: Entry, faction: int) -> General:
    general = General(
        id=entry.text("id"),
        name=entry.text("name"),
        initiative=_initiative(minor),
        battle=_battle(minor),
        seniority=minor.number("seniority", 0, 0),
        faction=faction,
        provenance={"name": entry.word()},
    )
    entry.done()
    return general


def _independent_general(entry: Entry, faction: int) -> General:
    facts = ("cus", "battle", "initiative", "start", "limits")
    return General(
        id=entry.text("id"),
        name=entry.text("name"),
        initiative=_initiative(entry),
        battle=_battle(entry),
        seniority=0,
        faction=faction,
        provenance=entry.words("provenance", facts),
    )


def _independent(entry: Entry, general: int, board: Board) -> IndependentArmy:
    army = IndependentArmy(
        general=general,
        cus=entry.number("cus", 1, 20),
        start=_place(entry, "start", board.space_index),
        may_enter=entry.ids("may_enter", board.province_index),
        westward=entry.flag("westward"),
        removed_on_entering=entry.ids("removed_on_entering", board.province_index),
        returns_to_box=entry.flag("returns_to_box"),
    )
    entry.done()
    return army


def _place(entry: Entry, key: str, known: dict[str, int]) -> int:
    return -1 if entry.value(key) is None else entry.one_of(key, known)


def _fleet(entry: Entry, board: Board) -> Fleet:
    fleet = Fleet(
        id=entry.text("id"),
        name=entry.text("name"),
        province=_place(entry, "province", board.province_index),
        space=_place(entry, "space", board.space_index),
        normal=entry.number("normal", 1, 6),
        upgraded=entry.number("upgraded", 1, 6),
        provenance=entry.words("provenance", ("place", "normal", "upgraded")),
    )
    if fleet.province >= 0 and fleet.space >= 0:
        entry.fail("it goes with a Province and with a space", "Write null for one of them (7.4)")
    if fleet.upgraded <= fleet.normal:
        entry.fail("its upgraded side is not the stronger one", "Correct the two strengths (7.4)")
    entry.done()
    return fleet


def _royal(entry: Entry, board: Board) -> RoyalMember:
    entry.one_of("id", by_name(Royal))
    royal = RoyalMember(
        id=entry.text("id"),
        name=entry.text("name"),
        kind=entry.one_of("kind", KINDS),
        legitimacy=entry.number("legitimacy", 0, 10),
        start=_place(entry, "start", board.space_index),
    )
    entry.word()
    entry.done()
    return royal


def _strengths(entry: Entry) -> tuple[int, ...]:
    strengths = tuple(entry.number(unit.name.lower(), 0, 6) for unit in Unit)
    entry.words("provenance", tuple(unit.name.lower() for unit in Unit))
    entry.done()
    return strengths


def _by_players(entry: Entry, known: dict[str, int]) -> dict[int, tuple[int, ...]]:
    out = {players: entry.ids(str(players), known) for players in PLAYERS}
    entry.done()
    return out


def _check_groups(pieces: Pieces) -> None:
    """4.3: for each number of players a Major General is in one group, with what that group needs."""
    every = list(range(pieces.majors))
    for players in PLAYERS:
        starting, reserve = pieces.starting[players], pieces.reserve[players]
        where = Entry(FILE, f"general_groups, {players} players", {})
        if sorted((*starting, *reserve, *pieces.event_generals, *pieces.unavailable)) != every:
            where.fail("a General is in no group or in two", "Put each into exactly one group (4.3)")
        for general in (pieces.generals[number] for number in starting):
            if general.start is None:
                where.fail(f"{general.id} has no start", "Give the General a start (4.6)")
        for general in (pieces.generals[number] for number in reserve):
            if general.recruit is None:
                where.fail(f"{general.id} has no recruit", "Give the General a recruit (6.2 D)")


def _check_seniority(pieces: Pieces) -> None:
    taken: dict[int, str] = {}
    for general in pieces.generals[: pieces.majors]:
        if general.seniority in taken:
            entry = Entry(FILE, f"general {general.id}", {})
            entry.fail(f"{taken[general.seniority]} has the same seniority", "Give each his own (7.1 A)")
        taken[general.seniority] = general.id
