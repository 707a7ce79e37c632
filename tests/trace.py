"""One march with Interception and battle, followed through the modules of the engine: `python -m tests.trace`.

Each action is told with the number of modules that run and of calls from one module into another.
"""

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from diadochi.rules import activation
from tests.table import Table

PACKAGE = "diadochi."
DICE = (6, *(4, 3) * 20)


class Trace:
    """The calls of one action from one module of the engine into another."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.crossings: Counter[tuple[str, str]] = Counter()

    def follow(self, act: Callable[[], object]) -> None:
        sys.setprofile(self._called)
        try:
            act()
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        inner, outer = _module(frame), _module(frame.f_back)
        if event != "call" or not inner.startswith(PACKAGE) or not outer.startswith(PACKAGE):
            return
        self.modules |= {inner, outer}
        if inner != outer:
            self.crossings[outer, inner] += 1


def _module(frame: FrameType | None) -> str:
    return "" if frame is None else str(frame.f_globals.get("__name__", ""))


def march() -> Table:
    """Krateros of Blue is about to march to Sardeis, where Eumenes of Red stands; Peithon may Intercept him."""
    table = Table(dice=DICE)
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("red", "eumenes", "sardeis", mercenary=2)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    return table


WANTED = ("march:sardeis", "intercept:pergamon", "attack", "stand")


def traces(table: Table) -> list[tuple[str, Trace]]:
    """What is done from the march until the battle is over, each with its trace."""
    out: list[tuple[str, Trace]] = []
    while not table.over and not table.events("battle_won"):
        action = next((a for a in WANTED if a in table.offers), table.offers[0])
        trace = Trace()
        trace.follow(partial(table.act, action))
        out.append((action, trace))
    return out


def main() -> None:
    done = traces(march())
    for action, trace in done:
        print(f"{action:24} {len(trace.modules):3} modules {trace.crossings.total():5} crossings")
    _, most = max(done, key=lambda one: one[1].crossings.total())
    for (outer, inner), number in most.crossings.most_common(25):
        print(f"{number:6}  {outer} -> {inner}")


if __name__ == "__main__":
    main()
