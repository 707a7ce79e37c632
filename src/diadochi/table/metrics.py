"""What a server counts about itself, written as Prometheus reads it."""

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
MEMORY = Path("/proc/self/statm")
"""Where Linux tells how many pages of memory a process has."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """Durations. Each one is counted by one thread only."""

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {so_far}"


class Metrics:
    def __init__(self) -> None:
        self.started = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        """By method and status."""
        self.request_seconds = Histogram()
        self.action_seconds = Histogram()
        """From an action's arrival to its acknowledgement."""
        self.commit_seconds = Histogram()
        """Of the writer's transactions."""
        self.steps = 0
        """Written by them."""

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        self.requests[method, status] += 1
        self.request_seconds.add(seconds)
        if method == "POST" and status == 200 and path.endswith("/actions"):
            self.action_seconds.add(seconds)

    def committed(self, steps: int, seconds: float) -> None:
        self.steps += steps
        self.commit_seconds.add(seconds)

    def text(self, labels: Mapping[str, str], gauges: Mapping[str, float]) -> str:
        """Everything; `labels` say which program this is, `gauges` what is so at the moment."""
        lines = [*self._counted(), *self._of_the_process()]
        told = ",".join(f'{name}="{value}"' for name, value in labels.items())
        lines += ["# TYPE diadochi_info gauge", f"diadochi_info{{{told}}} 1"]
        for name, value in gauges.items():
            lines += [f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join([*lines, ""])

    def _counted(self) -> Iterator[str]:
        yield "# TYPE diadochi_requests_total counter"
        for (method, status), count in sorted(self.requests.items()):
            yield f'diadochi_requests_total{{method="{method}",status="{status}"}} {count}'
        yield "# TYPE diadochi_steps_total counter"
        yield f"diadochi_steps_total {self.steps}"
        histograms = {"request": self.request_seconds, "action": self.action_seconds, "commit": self.commit_seconds}
        for name, histogram in histograms.items():
            yield f"# TYPE diadochi_{name}_seconds histogram"
            yield from histogram.lines(f"diadochi_{name}_seconds")

    def _of_the_process(self) -> Iterator[str]:
        yield "# TYPE process_start_time_seconds gauge"
        yield f"process_start_time_seconds {self.started:.3f}"
        yield "# TYPE process_cpu_seconds_total counter"
        yield f"process_cpu_seconds_total {time.process_time():.3f}"
        if MEMORY.exists():
            pages = int(MEMORY.read_text().split()[1])
            yield "# TYPE process_resident_memory_bytes gauge"
            yield f"process_resident_memory_bytes {pages * os.sysconf('SC_PAGE_SIZE')}"


@dataclass(slots=True)
class Watch:
    """What a server tells its operator's programs."""

    readers: tuple[str, ...] = ()
    """Addresses or networks that may read the metrics; none: this machine."""
    is_prepared: bool = False
    """Everything that takes long at the start is done."""
    metrics: Metrics = field(default_factory=Metrics)
