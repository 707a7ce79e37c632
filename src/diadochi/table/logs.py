"""The server's log as JSON, a line for each event, for programs that collect logs."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from diadochi.table.security import NoSecrets, clean

REQUESTS = logging.getLogger("diadochi.requests")
FIELDS = "fields"
"""Of a record: what is told besides its text."""


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            told["trace"] = clean(self.formatException(record.exc_info))
        return msgspec.json.encode(told).decode()


def write_json() -> None:
    """From now on everything that is logged in this process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    handler.addFilter(NoSecrets())
    logging.getLogger().addHandler(handler)
    REQUESTS.setLevel(logging.INFO)


def log_request(method: str, path: str, status: int, seconds: float) -> None:
    shown = clean(path)
    fields = {"method": method, "path": shown, "status": status, "milliseconds": round(1000 * seconds, 3)}
    REQUESTS.info("%s %s %d", method, shown, status, extra={FIELDS: fields})
