"""pieces.json: Generals and their set-up, Independent Armies, Fleets, units, the royal family."""

from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import Entry, by_name, titled
from diadochi.model.board import Board
from diadochi.model.ids import NO_PROVINCE, FactionId, GeneralId, Number, ProvinceId, RoyalId
from diadochi.model.pieces import (
    ABILITY_NAME,
    ANY_PORT,
    DRAWN,
    ROYAL_NAME,
    UNIT_NAME,
    Fleet,
    Forces,
    General,
    IndependentArmy,
    Pieces,
    Recruit,
    RoyalMember,
    Start,
)
from diadochi.model.state import NO_SPACE, numbered

FILE = "pieces.json"
KINDS = {kind: kind for kind in ("heir", "female", "body")}
GENERAL_FACTS = (
    "initiative", "battle", "seniority", "popularity", "legitimacy", "ability", "start", "recruit", "stars",
)  # fmt: skip
ANYWHERE = {"any_port": ANY_PORT, "drawn": DRAWN}


def load_pieces(raw: dict[str, Any], board: Board, players: tuple[int, ...]) -> Pieces:
    file = Entry(FILE, "", raw)
    ids = [str(g.get("id")) for g in file.items("generals") if isinstance(g, dict)]
    majors = [_major(e, board, ids) for e in file.entries("generals", titled("general", "id"))]
    factions, minors, per_faction = _minors(file)
    armies = list(file.entries("independent_armies", titled("independent army", "id")))
    generals = (*majors, *minors, *(_independent_general(army, len(factions)) for army in armies))
    first = len(majors) + len(minors)
    groups = file.entry("general_groups")
    known = {general.id: number for number, general in numbered(GeneralId, majors)}
    pieces = Pieces(
        generals=generals,
        majors=len(majors),
        minors_per_faction=per_faction,
        independents=tuple(_independent(army, first + i, board) for i, army in enumerate(armies)),
        fleets=tuple(_fleet(entry, board) for entry in file.entries("fleets", titled("fleet", "id"))),
        royals=tuple(_royal(e, board) for e in file.entries("royal_family", titled("royal", "id"))),
        factions=(*factions, "independent"),
        unit_strength=_strengths(file.entry("units")),
        starting=_by_players(groups, "starting", known, players),
        reserve=_by_players(groups, "reserve", known, players),
        event_generals=groups.ids("event", known),
        unavailable=groups.ids("unavailable", known),
        starting_second=_by_players(groups, "starting_second", known, ()),
        in_deck=_by_players(groups, "in_deck", known, ()),
        in_deck_second=_by_players(groups, "in_deck_second", known, ()),
    )
    groups.word()
    groups.done()
    file.done()
    _check_groups(pieces)
    _check_seniority(pieces)
    return pieces


def forces(entry: Entry) -> Forces:
    """{"loyal": 2} as numbers of CUs by Unit."""
    out = tuple(entry.number(unit, 0, 20, default=0) for unit in UNIT_NAME)
    entry.done()
    if not any(out):
        entry.fail(say("error.names_cus"), say("error.name_at_least_one"))
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
        ability=ability.one_of("kind", by_name(ABILITY_NAME)),
        ability_value=ability.number("value", -6, 6),
        ability_provinces=ability.ids("provinces", board.province_index),
        ability_text=ability.text("text"),
        start=_start(entry.entry("start"), board) if entry.has("start") else None,
        recruit=_recruit(entry.entry("recruit"), board, majors) if entry.has("recruit") else None,
        stars=entry.number("stars", 1, 5, default=0),
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
        royals=entry.ids("royals", {name: number for number, name in numbered(RoyalId, ROYAL_NAME)}),
        vp=entry.number("vp", 0, 10),
        legitimacy=entry.number("legitimacy", 0, 18),
    )
    if not start.spaces:
        entry.fail(say("error.space_start"), say("error.name_one_more_spaces"))
    entry.done()
    return start


def _recruit(entry: Entry, board: Board, majors: list[str]) -> Recruit:
    known = {**board.province_index, **ANYWHERE}
    after = entry.one_of("after_death_of", {m: m for m in majors}) if entry.has("after_death_of") else ""
    recruit = Recruit(forces(entry.entry("forces")), ProvinceId(entry.one_of("province", known)), after)
    entry.done()
    return recruit


def _minors(file: Entry) -> tuple[list[str], list[General], int]:
    """7.1 C: the same number of Minor Generals for each player Faction."""
    minor = file.entry("minor_generals")
    factions = minor.entry("factions")
    generals = []
    for number, faction in enumerate(factions.raw):
        entries = list(factions.entries(faction, titled(f"minor_generals, {faction},", "id")))
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
        faction=FactionId(faction),
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
        faction=FactionId(faction),
        provenance=entry.words("provenance", facts),
    )


def _independent(entry: Entry, general: int, board: Board) -> IndependentArmy:
    army = IndependentArmy(
        general=GeneralId(general),
        cus=entry.number("cus", 1, 20),
        start=_place(entry, "start", board.space_index, NO_SPACE),
        may_enter=entry.ids("may_enter", board.province_index),
        westward=entry.flag("westward"),
        removed_on_entering=entry.ids("removed_on_entering", board.province_index),
        returns_to_box=entry.flag("returns_to_box"),
    )
    entry.done()
    return army


def _place(entry: Entry, key: str, known: dict[str, Number], nowhere: Number) -> Number:
    return nowhere if entry.value(key) is None else entry.one_of(key, known)


def _fleet(entry: Entry, board: Board) -> Fleet:
    fleet = Fleet(
        id=entry.text("id"),
        name=entry.text("name"),
        province=_place(entry, "province", board.province_index, NO_PROVINCE),
        space=_place(entry, "space", board.space_index, NO_SPACE),
        normal=entry.number("normal", 1, 6),
        upgraded=entry.number("upgraded", 1, 6),
        counts_for_largest=entry.flag("counts_for_largest", True),
        provenance=entry.words("provenance", ("place", "normal", "upgraded", "counts_for_largest")),
    )
    if fleet.province >= 0 and fleet.space >= 0:
        entry.fail(say("error.goes_province_space"), say("error.write_null_one_them"))
    if fleet.upgraded <= fleet.normal:
        entry.fail(say("error.its_upgraded_side_stronger"), say("error.correct_two_strengths"))
    entry.done()
    return fleet


def _royal(entry: Entry, board: Board) -> RoyalMember:
    entry.one_of("id", by_name(ROYAL_NAME))
    royal = RoyalMember(
        id=entry.text("id"),
        name=entry.text("name"),
        kind=entry.one_of("kind", KINDS),
        legitimacy=entry.number("legitimacy", 0, 10),
        start=_place(entry, "start", board.space_index, NO_SPACE),
    )
    entry.word()
    entry.done()
    return royal


def _strengths(entry: Entry) -> tuple[int, ...]:
    strengths = tuple(entry.number(unit, 0, 6) for unit in UNIT_NAME)
    entry.words("provenance", UNIT_NAME)
    entry.done()
    return strengths


Groups = dict[int, tuple[GeneralId, ...]]


def _by_players(groups: Entry, key: str, known: dict[str, GeneralId], players: tuple[int, ...]) -> Groups:
    """Generals by number of players; those without a fixed list of numbers may be left out."""
    if not players and not groups.has(key):
        return {}
    entry = groups.entry(key)
    out = {
        number: entry.ids(str(number), known) for number in players or range(2, 6) if players or entry.has(str(number))
    }
    entry.done()
    return out


def _check_groups(pieces: Pieces) -> None:
    """4.3: for each number of players a Major General is in one group, with what that group needs."""
    for players, starting in pieces.starting.items():
        where = Entry(FILE, f"general_groups, {players} players", {})
        later = (*pieces.reserve[players], *pieces.in_deck.get(players, ()))
        _check_group(pieces, where, starting, later)
        if players in pieces.starting_second:
            later = (*pieces.reserve[players], *pieces.in_deck_second.get(players, ()))
            _check_group(pieces, where, pieces.starting_second[players], later)


def _check_group(pieces: Pieces, where: Entry, starting: tuple[GeneralId, ...], later: tuple[GeneralId, ...]) -> None:
    if sorted((*starting, *later, *pieces.event_generals, *pieces.unavailable)) != list(range(pieces.majors)):
        where.fail(say("error.general_group_two"), say("error.put_each_into_exactly"))
    for general in (pieces.generals[number] for number in starting):
        if general.start is None:
            where.fail(say("error.has_start", id=general.id), say("error.give_general_start"))
    for general in (pieces.generals[number] for number in later):
        if general.recruit is None:
            where.fail(say("error.has_recruit", id=general.id), say("error.give_general_recruit_d"))


def _check_seniority(pieces: Pieces) -> None:
    taken: dict[int, str] = {}
    for general in pieces.generals[: pieces.majors]:
        if general.seniority in taken:
            entry = Entry(FILE, f"general {general.id}", {})
            entry.fail(say("error.has_same_seniority", taken=taken[general.seniority]), say("error.give_each_his_own"))
        taken[general.seniority] = general.id
