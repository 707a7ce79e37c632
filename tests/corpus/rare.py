"""Scripts for what hardly ever happens: a position, and the actions that lead from it to a rare event.

An action of a script is chosen as soon as it is offered; meanwhile everybody passes, stays and ends what may be ended.
After the last one a player goes on by himself (players.py) to the end of the game.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from diadochi.game import Game
from diadochi.model.board import Kind
from tests.corpus.kept import Kept
from tests.table import MATERIAL

Json = dict[str, Any]
SEED = 70_000
STEPS = 400
BY = "random"
IDLY = ("pass", "stand", "deny", "commit-nothing", "spend-nothing", "done")
BLUE = {"perdikkas": "babylon", "antipatros": "pella", "krateros": "tarsos", "ptolemaios": "memphis"}
RED = {"leonnatos": "abydos", "peithon": "ekbatana", "antigonos": "kelainai", "eumenes": "mazaka"}


class Script(NamedTuple):
    name: str
    shows: tuple[str, ...]
    """The events that it is there for."""
    position: Json
    actions: tuple[str, ...]


def kept(script: Script) -> Kept:
    """The game up to the last action of a script; `finish` plays it to its end."""
    game = Game.from_position(script.position, SEED)
    played: list[str] = []
    seen = {event.key for event in game.events}
    wanted = list(script.actions)
    while not seen.issuperset(script.shows) and game.decision is not None and len(played) < STEPS:
        action = chosen(game.decision.actions, wanted)
        if wanted and action == wanted[0]:
            wanted.pop(0)
        played.append(action)
        seen |= {event.key for event in game.act(action)}
    missing = [key for key in script.shows if key not in seen]
    if missing:
        raise AssertionError(f"{script.name} does not show {', '.join(missing)}; it had still to do {wanted}")
    options = tuple(script.position.get("options", ()))
    why = ", ".join(script.shows)
    players = len(script.position["factions"])
    edition = game.material.edition.id
    return Kept(
        f"rare-{script.name}", players, SEED, options, BY, why, tuple(played), start=script.position, edition=edition
    )


def chosen(offered: tuple[str, ...], wanted: list[str]) -> str:
    if wanted and wanted[0] in offered:
        return wanted[0]
    return next((action for action in IDLY if action in offered), offered[-1])


def setting(segment: str, blue: Json, red: Json, **more: Any) -> Json:
    """A position of two players in Game Turn II; what is not said of them is as in the documentation."""
    factions = {"blue": faction(BLUE, blue), "red": faction(RED, red)}
    return {"turn": 2, "order": ["blue", "red"], "segment": segment, "factions": factions, **more}


def faction(generals: dict[str, str], more: Json) -> Json:
    return {**more, "generals": {**generals, **more.get("generals", {})}}


def battle(blue: Json, red: Json, **more: Any) -> Json:
    """Krateros (Blue) at Issos, with Antigonos (Red) before him at Tarsos."""
    blue = {"generals": {"krateros": "issos"}, **blue}
    red = {"generals": {"antigonos": "tarsos"}, **red}
    return setting("activation", blue, red, **more)


ATTACK = ("campaign", "activate:krateros", "take-all", "march:tarsos")

LEFT_OVER = [str(number) for number in range(6, 60) if number not in (47, 53, 56, 58)] + ["1", "47A"]

EVERYWHERE = [space.id for space in MATERIAL.board.spaces if space.kind != Kind.TRANSIT]

BEFORE_TYROS: Json = {
    "turn": 2,
    "order": ["blue", "red", "yellow"],
    "segment": "activation",
    "dice": [4, 6],
    "factions": {
        "blue": {
            "hand": ["2", "4", "5", "6"],
            "generals": {"krateros": "ake", "antipatros": "pella", "perdikkas": "babylon"},
            "cus": {"ake": {"mercenary": 3}},
        },
        "red": {
            "generals": {"antigonos": "tyros.inside", "leonnatos": "abydos", "ptolemaios": "memphis"},
            "pcs": ["tyros"],
            "cus": {"tyros.inside": {"mercenary": 1}},
        },
        "yellow": {"generals": {"eumenes": "tyros", "peithon": "ekbatana", "lysimachos": "ainos"}},
    },
}
"""Antigonos comes out to Eumenes as Krateros arrives: both have but one way to go, and Antigonos goes first (E30)."""

SCRIPTS = (
    Script(
        "pirates",
        ("takes_fleet",),
        setting("tyche", {"hand": ["28", "2", "4", "5", "6"]}, {}, fleets={"kilikia": {"controller": "red"}}),
        ("event:28",),
    ),
    Script(
        "flesh-wound",
        ("flesh_wound",),
        battle(
            {"hand": ["51", "2", "4", "5"], "cus": {"issos": {"mercenary": 6}}},
            {"hand": ["7", "8", "9", "10", "11"], "cus": {"tarsos": {"mercenary": 2}}},
            dice=[1, 4, 5, 3, 3, 6],
        ),
        (*ATTACK, "attack", "surprise:51"),
    ),
    Script(
        "elephants",
        ("elephants_halved",),
        battle(
            {"hand": ["52", "2", "4", "5"], "cus": {"issos": {"mercenary": 4}}},
            {
                "generals": {"peithon": "out", "seleukos": "tarsos"},
                "cus": {"tarsos": {"mercenary": 2, "elephant": 2}},
            },
        ),
        (*ATTACK, "attack", "surprise:52"),
    ),
    Script(
        "mutiny-foiled",
        ("mutiny_fails",),
        battle(
            {"hand": ["54", "2", "4", "5"], "cus": {"issos": {"mercenary": 4}}},
            {"hand": ["57", "7", "8", "9", "10"], "cus": {"tarsos": {"loyal": 2}}},
        ),
        (*ATTACK, "attack", "surprise:54", "surprise:57", "choose-general:antigonos"),
    ),
    Script(
        "mutiny-of-all",
        ("side_emptied",),
        battle(
            {"hand": ["54", "2", "4", "5"], "cus": {"issos": {"mercenary": 4}}},
            {"hand": ["11", "7", "8", "9", "10"], "cus": {"tarsos": {"loyal": 1}}},
        ),
        (*ATTACK, "attack", "surprise:54"),
    ),
    Script(
        "sortie",
        ("sortie", "siege_points_removed"),
        setting(
            "tyche",
            {"hand": ["45", "2", "4", "5", "6"], "pcs": ["tyros"], "cus": {"tyros.inside": {"mercenary": 1}}},
            {"generals": {"antigonos": "tyros"}, "cus": {"tyros": {"mercenary": 5}}},
            board={"sieges": {"tyros": {"points": 1, "by": "red"}}},
        ),
        ("event:45", "choose-space:tyros"),
    ),
    Script(
        "ghost",
        ("ghost_fails",),
        setting(
            "tyche",
            {"hand": ["2", "4", "5", "6", "7"], "cus": {"tarsos": {"royal": 2}}},
            {"hand": ["O65", "8", "9", "10", "11"], "generals": {"antigonos": "dana"}, "cus": {"dana": {"loyal": 1}}},
            options=["alexanders-ghost"],
            order=["red", "blue"],
        ),
        ("event:O65",),
    ),
    Script(
        "capital",
        ("capital_lost", "capital_taken"),
        setting(
            "activation",
            {"hand": ["7", "2", "4", "5"], "cus": {"ephesos": {"mercenary": 8}}, "generals": {"krateros": "ephesos"}},
            {"pcs": ["ephesos"], "capital": "ephesos"},
            options=["foundation-of-a-capital"],
            board={"sieges": {"ephesos": {"points": 2, "by": "blue"}}},
            dice=[6, 6, 6],
        ),
        ("siege:ephesos",),
    ),
    Script(
        "last-cards",
        ("discards_reshuffled",),
        setting(
            "surrender",
            {"hand": ["58", "56"]},
            {"hand": ["53"]},
            round=4,
            order=["red", "blue"],
            active="blue",
            cards={"face_down": ["2", "3", "4", "5"], "deck": [], "discards": LEFT_OVER},
        ),
        ("discard:58",),
    ),
    Script(
        "philon",
        ("independent_leaves",),
        setting(
            "tyche",
            {"hand": ["23", "2", "4", "5", "6"], "generals": {"antipatros": "abdera"}},
            {},
            independents={"armies": {"leosthenes": {"at": "out"}, "philon": {"at": "pella"}}},
        ),
        ("event:23", "move-independent:philon", "march:larisa", "march:lamia"),
    ),
    Script(
        "revealed",
        ("revealed_without_effect",),
        setting(
            "forage",
            {"hand": ["2", "4", "5", "6"]},
            {"hand": ["7", "8", "9", "10", "11"]},
            cards={"face_down": ["23", *(str(number) for number in range(12, 21))]},
            independents={"armies": {army: {"at": "out"} for army in ("leosthenes", "ariarathes", "philon")}},
        ),
        (),
    ),
    Script(
        "glaukias",
        ("returns_to_box",),
        setting(
            "tyche",
            {"hand": ["21", "4", "5", "6", "7"]},
            {
                "hand": ["8", "9", "10", "11", "12"],
                "generals": {"leonnatos": "taulantioi"},
                "cus": {"taulantioi": {"mercenary": 8}},
            },
            dice=[3, 3, 3, 3],
        ),
        ("event:21", "move-independent:glaukias", "enter-board:taulantioi"),
    ),
    Script(
        "admiral",
        ("admiral",),
        setting(
            "activation",
            {"hand": ["2", "4", "5", "6"], "cus": {"tarsos": {"mercenary": 2}}},
            {"hand": ["O66", "7", "8", "9", "10"], "pcs": ["salamis"]},
            fleets={"kilikia": {"controller": "red"}},
            options=["superior-admiral"],
        ),
        ("campaign", "activate:krateros", "take-all", "embark", "sail:salamis", "declare", "surprise:O66"),
    ),
    Script(
        "helepolis",
        ("helepolis_placed", "helepolis_returns"),
        setting(
            "tyche",
            {
                "hand": ["14", "2", "4", "5", "6"],
                "generals": {"krateros": "tyros"},
                "cus": {"tyros": {"mercenary": 4}},
            },
            {"pcs": ["tyros"]},
            dice=[4],
        ),
        ("event:14", "campaign", "activate:krateros", "take-all", "march:sidon"),
    ),
    Script(
        "nowhere-left",
        ("evasion_impossible",),
        BEFORE_TYROS,
        (
            *("campaign", "activate:krateros", "take-all", "march:tyros"),
            *("outside-general:antigonos", "outside:mercenary", "evade", "evade"),
        ),
    ),
    Script(
        "recruit-in-capital",
        ("moves_outside",),
        setting(
            "tyche",
            {"hand": ["33", "2", "4", "5", "6"], "generals": {"ptolemaios": "out", "krateros": "out"}},
            {"pcs": ["ainos"], "capital": "ainos"},
            options=["foundation-of-a-capital"],
        ),
        ("recruit:33", "recruit-general:lysimachos", "place:ainos.inside"),
    ),
    Script(
        "legitimacy-before-the-walls",
        ("siege_legitimacy",),
        {
            "edition": "third",
            "turn": 2,
            "order": ["yellow", "red", "blue"],
            "segment": "surrender",
            "dice": [6],
            "factions": {
                "yellow": {
                    "generals": {"antipatros": "tarsos", "krateros": "pella"},
                    "cus": {"pella": {"mercenary": 5}},
                },
                "red": {
                    "generals": {"perdikkas": "babylon", "antigonos": "kelainai"},
                    "pcs": ["pella"],
                    "cus": {"pella.inside": {"royal": 1}},
                },
                "blue": {"generals": {"ptolemaios": "memphis", "peithon": "ekbatana"}},
            },
        },
        ("siege:pella",),
    ),
    Script(
        "no-room",
        ("reinforcement_general_dispersed",),
        setting(
            "tyche",
            {"hand": ["35", "2", "4", "5", "6"], "generals": dict.fromkeys(BLUE, "dispersed")},
            {"pcs": EVERYWHERE},
            turn=1,
        ),
        ("event:35", "as-reinforcement"),
    ),
)


def scripted() -> Iterator[Kept]:
    for script in SCRIPTS:
        yield kept(script)
