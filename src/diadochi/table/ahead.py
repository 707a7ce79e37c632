"""What the choices of a seat lead to, on its way to the wire."""

from diadochi.game import Game, decision_of
from diadochi.journeys import Goal, Note, Way
from diadochi.messages import Speaker, question
from diadochi.model.material import Material
from diadochi.model.verbs import Domain
from diadochi.table import odds, views, wire


def shown(game: Game, seat: int, version: int) -> wire.Ahead:
    """Nothing, where another seat has to decide."""
    found = game.ahead(seat)
    material, text = game.material, game.notation.text
    if found is None:
        return wire.Ahead(version, 0, "", [], {}, {}, [])
    speaker = Speaker(material)
    return wire.Ahead(
        version=version,
        mps=found.reach.mps,
        at=material.notation.ids[Domain.SPACE][found.reach.at] if found.reach.goals else "",
        goals=[goal(material, speaker, one) for one in found.reach.goals],
        odds={text(action): odds.shown(material, chances) for action, chances in found.odds.items()},
        final={text(action): speaker.say(why) for action, why in found.final.items()},
        then=[wire.Chain(text(first), views.offer(material, then, prompt)) for first, then, prompt in found.then],
    )


def goal(material: Material, speaker: Speaker, found: Goal) -> wire.Goal:
    ask = found.ask
    return wire.Goal(
        space=material.notation.ids[Domain.SPACE][found.space],
        by_sea=found.by_sea,
        fight=found.fight,
        ways=[way(material, speaker, one) for one in found.ways],
        odds=None if found.chances is None else odds.shown(material, found.chances),
        question="" if ask is None else question(material, decision_of(ask, material.notation)),
        answers=[] if ask is None else [views.offer(material, action, ask.prompt) for action in ask.actions],
    )


def way(material: Material, speaker: Speaker, found: Way) -> wire.Way:
    spaces = material.notation.ids[Domain.SPACE]
    return wire.Way(
        actions=[material.notation.text(leg.action) for leg in found.legs],
        spaces=[spaces[leg.space] for leg in found.legs],
        costs=[leg.cost for leg in found.legs],
        left=found.legs[-1].left,
        chance=round(found.chance, 4),
        halts=[halt(speaker, i, note) for i, leg in enumerate(found.legs) for note in leg.halts],
        hazards=[told(speaker, note) for leg in found.legs for note in leg.hazards],
    )


def halt(speaker: Speaker, leg: int, note: Note) -> wire.Halt:
    return wire.Halt(leg, note[0].removeprefix("journey."), told(speaker, note))


def told(speaker: Speaker, note: Note) -> str:
    key, args = note
    return speaker.line(key, args)
