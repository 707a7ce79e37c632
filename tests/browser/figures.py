"""Measures the page of this source tree and of another one, at the same time on the same machine:

    python -m tests.browser.figures --before DIRECTORY

DIRECTORY is another source tree, such as `git worktree add DIRECTORY COMMIT` makes it. Both play the same recorded game
against three bots, at the settings with which one begins; docs/page.md tells what the figures mean.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from diadochi.bots import satrap
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.rules.setup import new_state
from diadochi.table import api, bots
from tests.browser import browser as find_browser
from tests.server.running import Running

HERE = Path(__file__).resolve()
NEW_STATE = "new_state"
"""What the server makes a game with: here always the same one."""
PLAYERS = 4
ME = 0
SEED = 11
DESK = ViewportSize(width=1440, height=900)
LATENCY, BITS = 150, 1_600_000
PATIENCE = 60_000
UNTIL = ("segment", "turn", "round")
FAR = 14
"""Own actions that one click may stand for."""
IDLE = ".prompt.mine:not(.busy)"
Json = Any


# The recorded game


def key_of(seed: int) -> bytes:
    return random.Random(seed).randbytes(32)


def record(seed: int) -> list[dict[str, Any]]:
    """The preparations and the first Game Turn; whoever goes takes everything along."""
    rng = random.Random(seed)
    game = Game.from_state(load_material(), new_state(load_material(), PLAYERS, 0, key_of(seed)))
    steps: list[dict[str, Any]] = []
    while (decision := game.decision) is not None and game.state.turn < 2:
        action = satrap.choose(game.view(decision.seat), decision, rng)
        if decision.seat == ME and any(game.notation.text(code) == "take-all" for code in decision.codes):
            action = "take-all"
        state = game.state
        when = {"turn": state.turn, "round": state.round, "active": int(state.active), "segment": int(state.segment)}
        game.act(action, decision.seat)
        steps.append({"seat": int(decision.seat), "action": action, **when})
    return steps


# One tree


class Thought(NamedTuple):
    """As a bot's process sends it."""

    action: str
    reason: None = None


def measure(steps: list[dict[str, Any]], browser: str) -> Json:
    key = key_of(SEED)
    setattr(api, NEW_STATE, lambda material, players, mask, _: new_state(material, players, mask, key))

    async def think(self: object, question: Any, seconds: float) -> list[Any]:
        if question.version >= len(steps):
            await asyncio.sleep(PATIENCE)
        return [Thought(steps[question.version]["action"])]

    bots.Thinkers.think = think  # type: ignore[method-assign]
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(f"sqlite:///{folder}/games.sqlite") as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        out = {"first load": first_load(chromium, server)} | play(chromium, server, steps)
        chromium.close()
    return out


def new_game(page: Page, server: Running) -> str:
    seats = [{"kind": "me" if seat == ME else "bot"} for seat in range(PLAYERS)]
    body = {"players": PLAYERS, "seats": seats, "private": True, "reasons": True}
    made = page.context.request.post(f"{server.url}/api/games", data=body, timeout=PATIENCE)
    return str(made.json()["id"])


def table(page: Page, server: Running, game: str) -> None:
    page.goto(f"{server.url}/#/game/{game}")
    page.locator(".layer-armies .stack").first.wait_for(state="attached", timeout=4 * PATIENCE)
    page.locator(IDLE).wait_for(timeout=PATIENCE)


def first_load(chromium: Browser, server: Running) -> Json:
    """Of a browser that was never there, after another has been: the server has drawn its board."""
    warm = chromium.new_page(viewport=DESK)
    game = new_game(warm, server)
    table(warm, server, game)
    cookies = warm.context.cookies()
    warm.close()
    times = []
    loaded: dict[str, float] = {}
    for _ in range(3):
        context = chromium.new_context(viewport=DESK)
        context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        loaded = {"bytes": 0.0, "requests": 0.0}

        def sent(_: Json, loaded: dict[str, float] = loaded) -> None:
            loaded["requests"] += 1

        def came(told: Json, loaded: dict[str, float] = loaded) -> None:
            loaded["bytes"] += told["encodedDataLength"]

        cdp.on("Network.requestWillBeSent", sent)
        cdp.on("Network.loadingFinished", came)
        cdp.send("Network.enable")
        cdp.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY, "downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8},
        )
        begun = time.monotonic()
        table(page, server, game)
        times.append(time.monotonic() - begun)
        page.wait_for_load_state("networkidle")
        context.close()
    return {"kB": round(loaded["bytes"] / 1000), "requests": int(loaded["requests"]), "s": round(min(times), 1)}


# Playing the recorded game by clicks


class Clicker:
    def __init__(self, page: Page, server: Running, game: str, steps: list[dict[str, Any]]) -> None:
        self.page, self.server, self.game, self.steps = page, server, game, steps
        self.clicks: dict[int, int] = {}
        page.evaluate(WATCH)
        self.deepest = 0

    def play(self) -> None:
        while (version := self.wait()) < len(self.steps):
            # What is passed by a setting is shown for a moment.
            if self.get("view").get("version") == version:
                self.step(version)

    def wait(self) -> int:
        """Until it is our decision again; the version."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            self.close_dialogs()
            prompt = self.page.locator(IDLE)
            if prompt.count():
                return int(prompt.get_attribute("data-version") or 0)
            if self.get("view")["version"] >= len(self.steps):
                return len(self.steps)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing is asked: {self.page.locator('.prompt').inner_text()}")

    def get(self, what: str) -> Json:
        answer = self.page.context.request.get(f"{self.server.url}/api/games/{self.game}/{what}?seat=blue")
        return answer.json() if answer.ok else {}

    def own(self, version: int) -> list[str]:
        return [step["action"] for step in self.steps[version:] if step["seat"] == ME][:FAR]

    def count(self, number: int = 1) -> None:
        now = self.steps[min(self.version, len(self.steps) - 1)]
        self.clicks[now["round"]] = self.clicks.get(now["round"], 0) + number

    def step(self, version: int) -> None:
        self.version = version
        own = self.own(version)
        assert self.steps[version]["seat"] == ME, (version, self.steps[version])
        self.look_at_choices()
        best: tuple[int, Any] = (1, None)
        for kind, found, actions in self.shortcuts(version):
            same = next((i for i, (a, b) in enumerate(zip(actions, own, strict=False)) if a != b), len(actions))
            if kind == "skip":
                same = len(actions)
            if same == len(actions) and best[0] < same:
                best = same, (kind, found)
        self.begun = time.monotonic()
        if best[1] is None:
            self.click_offer(own[0])
        else:
            self.click_shortcut(*best[1])
        self.unlocked(version)

    def passes(self, version: int, until: str) -> int:
        """How many windows are passed until then; none where a Surprise card is played."""
        first, number = self.steps[version], 0
        for step in self.steps[version:]:
            same = {
                "segment": all(step[key] == first[key] for key in ("turn", "round", "active", "segment")),
                "round": (step["turn"], step["round"]) == (first["turn"], first["round"]),
                "turn": step["turn"] == first["turn"] and (step["active"] != ME or first["active"] == ME),
            }
            if not same[until]:
                break
            if step["seat"] == ME and step["action"].startswith("surprise"):
                return 0
            number += step["seat"] == ME and step["action"] == "pass"
        return number

    def shortcuts(self, version: int) -> list[tuple[str, Any, list[str]]]:
        """What stands for several actions, and for which."""
        out: list[tuple[str, Any, list[str]]] = []
        for goal in self.get("ahead").get("goals", []):
            for number, way in enumerate(goal["ways"]):
                halts = [h["leg"] for h in way["halts"] if h["leg"] < len(way["actions"]) - 1 and h["kind"] != "escort"]
                until = halts[0] + 1 if halts else len(way["actions"])
                out.append(("goal", (goal, number, ""), way["actions"][:until]))
                if not halts:
                    out += [
                        ("goal", (goal, number, a["action"]), [*way["actions"], a["action"]]) for a in goal["answers"]
                    ]
        for chain in self.get("ahead").get("then", []):
            out.append(("then", chain, [chain["first"], chain["offer"]["action"]]))
        for until in UNTIL if self.page.locator('[data-key^="skip"]').count() else ():
            passes = self.passes(version, until)
            key = "skip" if self.page.locator('[data-key="skip"]').count() else f"skip-{until}"
            if (
                passes > 1
                and self.page.locator(f'[data-key="{key}"]').count()
                and (key != "skip" or until == "segment")
            ):
                out.append(("skip", key, ["pass"] * passes))
        together = (self.get("view").get("decision") or {}).get("together")
        if together:
            out.append(("all", together, together["actions"]))
        return out

    def click_offer(self, action: str) -> None:
        card = self.page.locator(f'.hand [data-key="card-{action}"]:not([disabled])')
        offer = self.page.locator(f'.panel-actions .offer[data-action="{action}"], .prompt [data-action="{action}"]')
        seen = [one for one in (*offer.all(), *card.all()) if one.is_visible()]
        if not seen:
            closed = offer.first.locator("xpath=ancestor::details[not(@open)]/summary")
            self.click(closed.first)
            seen = [offer.first]
        self.click(seen[0])

    def click_shortcut(self, kind: str, found: Any) -> None:
        if kind in ("all", "skip"):
            self.click(self.page.locator(f'[data-key="{found if kind == "skip" else kind}"]'))
        elif kind == "then":
            button = self.page.locator(f'[data-then="{found["offer"]["action"]}"][data-first="{found["first"]}"]')
            seen = [one for one in button.all() if one.is_visible()]
            if not seen:
                self.click(button.first.locator("xpath=ancestor::details[not(@open)]/summary"))
            self.click(seen[0] if seen else button.first)
        else:
            goal, number, answer = found
            self.click(self.page.locator(f'.target[data-space="{goal["space"]}"]'), by_key=True)
            if len(goal["ways"]) > 1:
                self.click(self.page.locator("dialog[open] footer button, dialog[open] [data-answer]").nth(number))
            if answer:
                self.click(self.page.locator(f'dialog[open] [data-answer="{answer}"]'))

    def click(self, what: Any, *, by_key: bool = False) -> None:
        """A target may lie under another one: the keyboard finds it; it counts the same."""
        self.count()
        self.begun = time.monotonic()
        if by_key:
            what.press("Enter")
        else:
            what.click()

    def unlocked(self, version: int) -> None:
        """A second yes is a click; then as long as the page is locked."""
        done = f'.prompt:not(.busy):not([data-version="{version}"])'
        while not self.page.locator(done).count():
            assert time.monotonic() < self.begun + PATIENCE / 1000, self.steps[version]
            yes = self.page.locator("dialog[open] footer button.primary")
            if yes.count():
                self.click(yes.last)
            self.page.wait_for_timeout(5)

    def close_dialogs(self) -> None:
        while (box := self.page.locator("dialog[open]")).count():
            self.count()
            box.last.locator("footer button.primary, header button").last.click()
            self.page.wait_for_timeout(30)

    def look_at_choices(self) -> None:
        """How many clicks the farthest choice is away."""
        offered = {offer["action"] for offer in self.get("view")["decision"]["offers"]}
        near = self.page.evaluate(
            """() => [...document.querySelectorAll("[data-action], [data-key^='card-']")].map((node) =>
                [node.dataset.action ?? node.dataset.key.slice(5), node.checkVisibility() ? 1 : 2])"""
        )
        clicks: dict[str, int] = {}
        for action, number in near:
            clicks[action] = min(number, clicks.get(action, number))
        missing = offered - clicks.keys()
        assert not missing, missing
        self.deepest = max(self.deepest, *(clicks[action] for action in offered))


def play(chromium: Browser, server: Running, steps: list[dict[str, Any]]) -> Json:
    context = chromium.new_context(viewport=DESK, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    game = new_game(page, server)
    table(page, server, game)
    clicker = Clicker(page, server, game, steps)
    clicker.play()
    labels, times = page.evaluate(LABELS), page.evaluate("window.unlocked")
    context.close()
    rounds = [clicker.clicks.get(number, 0) for number in range(1, max(clicker.clicks) + 1)]
    return {
        "clicks for the Game Turn": sum(clicker.clicks.values()),
        "clicks a round": rounds,
        "clicks to the farthest choice": clicker.deepest,
        "ms to unlocked": {"median": round(statistics.median(times)), "of clicks": len(times)},
        "smallest label, px": labels,
    }


WATCH = """() => {
    window.unlocked = [];
    let begun = 0, version = "";
    const press = ({ target }) => {
        const prompt = document.querySelector(".prompt");
        if (!target.closest("button, .target") || prompt.classList.contains("busy")) return;
        begun = performance.now();
        version = prompt.dataset.version;
    };
    for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, press, { capture: true });
    new MutationObserver(() => {
        const prompt = document.querySelector(".prompt");
        if (!begun || prompt.classList.contains("busy") || prompt.dataset.version === version) return;
        window.unlocked.push(performance.now() - begun);
        begun = 0;
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class", "data-version"] });
}"""
"""How long the page is locked after the last click that an action needs."""
LABELS = """() => Object.fromEntries(["space", "province"].map((kind) => {
    const seen = [...document.querySelectorAll(`[id$="${kind}-labels"] text`)].filter((node) => node.checkVisibility());
    const size = (node) => parseFloat(getComputedStyle(node).fontSize) * Math.abs(node.getScreenCTM().d);
    return [kind, Math.round(10 * Math.min(...seen.map(size))) / 10];
}))"""


# Both trees


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the page of this tree and of another one.")
    parser.add_argument("--before", type=Path, metavar="DIRECTORY", help="another source tree")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.one:
        print(json.dumps(measure(json.loads(wanted.one.read_text(encoding="utf-8")), find_browser())))
        return
    trees = {"now": HERE.parents[2], **({"before": wanted.before.resolve()} if wanted.before else {})}
    with tempfile.TemporaryDirectory() as folder:
        steps = Path(folder) / "steps.json"
        steps.write_text(json.dumps(record(SEED)), encoding="utf-8")
        running = {name: begin(tree, steps) for name, tree in trees.items()}
        for name, process in running.items():
            found, _ = process.communicate()
            print(name, found.strip(), flush=True)
    if any(process.returncode for process in running.values()):
        sys.exit(1)


def begin(tree: Path, steps: Path) -> subprocess.Popen[str]:
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)])}
    command = [sys.executable, str(HERE), "--one", str(steps)]
    return subprocess.Popen(command, cwd=tree, env=path, stdout=subprocess.PIPE, text=True)


if __name__ == "__main__":
    main()
