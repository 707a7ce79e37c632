"""`python -m tests.corpus`: replay the corpus and say what differs."""

import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.corpus import events
from tests.corpus.kept import Kept, all_kept, named
from tests.corpus.moment import moment
from tests.corpus.replay import compare, finish, steps

TOP = Path(__file__).parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.corpus", description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; without any, all")
    parser.add_argument("--accept", action="store_true", help="write the games that differ anew and print their names")
    parser.add_argument("--show", type=int, metavar="N", help="the moment after action N of one game, as JSON")
    parser.add_argument("--against", metavar="REV", help="with --show: compare it with the engine of that commit")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth game, for a quick look")
    parser.add_argument("--events", action="store_true", help="in how many games each kind of event occurs; kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    kept = [named(name) for name in given.games] or all_kept()[:: given.every]
    if given.show is not None:
        show(kept[0], given.show, given.against)
    elif given.events:
        tell_events(kept, given.jobs)
    else:
        sys.exit(replay(kept, given.accept, given.jobs))


def replay(kept: list[Kept], accept: bool, jobs: int) -> int:
    begin = time.perf_counter()
    changed: list[Kept] = []
    with ProcessPoolExecutor(jobs) as pool:
        for game, difference in zip(kept, pool.map(compare, kept, chunksize=2), strict=True):
            if difference is not None:
                print(difference, flush=True)
                changed.append(game)
        if accept:
            for game in pool.map(finish, changed):
                game.write()
    moments = sum(len(game.actions) + 1 for game in kept)
    print(f"{len(kept)} games, {moments} moments, {time.perf_counter() - begin:.0f} s; {len(changed)} games differ")
    if changed:
        print(("accepted: " if accept else "they are: ") + " ".join(game.id for game in changed))
    return 1 if changed and not accept else 0


def tell_events(kept: list[Kept], jobs: int) -> None:
    shown = events.count(kept, jobs)
    for key, games in shown.most_common():
        print(f"{games:>5}  {key}")
    print(f"in no game: {', '.join(key for key, games in shown.items() if not games) or 'none'}")
    if len(kept) == len(all_kept()):
        events.write(shown)


def show(kept: Kept, number: int, against: str | None) -> None:
    text = shown(kept, number)
    if against is None:
        print(text)
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", folder, against], cwd=TOP, check=True)
        try:
            command = [sys.executable, "-m", "tests.corpus", kept.id, "--show", str(number)]
            path = {**os.environ, "PYTHONPATH": f"{folder}/src{os.pathsep}{folder}"}
            old = subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True, check=True).stdout
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=TOP, check=True)
    lines = difflib.unified_diff(old.splitlines(), text.splitlines(), against, "now", lineterm="", n=1)
    print("\n".join(lines) or "no difference")


def shown(kept: Kept, number: int) -> str:
    step = next((step for step in steps(kept) if step.after == number), None)
    if step is None:
        raise SystemExit(f"{kept.id} does not come to action {number} any more, or is shorter")
    return json.dumps({"action": step.action, **moment(step.game, step.events)}, indent=1, sort_keys=True)


if __name__ == "__main__":
    main()
