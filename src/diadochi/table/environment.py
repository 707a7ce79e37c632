"""What a server stands on: the clock, chance and threads. The fault simulator puts its own in their place."""

import random
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import UTC, datetime

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Environment:
    def __init__(self) -> None:
        self.chance: random.Random = random.SystemRandom()

    def moment(self) -> datetime:
        return datetime.now(UTC)

    def workers(self, number: int, name: str) -> Executor:
        """Threads for work that takes time."""
        return ThreadPoolExecutor(number, name)

    def now(self) -> str:
        return self.moment().isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def new_id(self) -> str:
        return "".join(self.chance.choice(LETTERS) for _ in range(14))

    def new_key(self) -> bytes:
        """Of a game's dice."""
        return self.chance.randbytes(32)
