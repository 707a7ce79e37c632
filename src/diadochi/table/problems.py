"""What goes wrong becomes {error, text}: a code for programs and a sentence for people."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from diadochi.catalogue import say
from diadochi.errors import GameError
from diadochi.table.api import BadRequestError, ForbiddenError, TakenError
from diadochi.table.games import NoGameError, NotYoursError, RefusedError, ReusedError, StaleError, WaitingError
from diadochi.table.loader import ContendedError, FencedError
from diadochi.table.log_lines import sentence
from diadochi.table.records import BusyError
from diadochi.table.replay import GoneError, UnreadableError
from diadochi.table.security import HungUpError, TooDeepError
from diadochi.table.store import ReusedKeyError
from diadochi.table.store_errors import DamagedError, StoreError
from diadochi.table.wire import Problem

LOG = logging.getLogger("diadochi.table")

CODES: dict[type[GameError], tuple[int, str]] = {
    BadRequestError: (400, "bad_request"),
    TooDeepError: (400, "bad_request"),
    HungUpError: (400, "bad_request"),
    ForbiddenError: (403, "not_your_seat"),
    NoGameError: (404, "not_found"),
    StaleError: (409, "stale"),
    NotYoursError: (409, "not_your_decision"),
    WaitingError: (409, "waiting"),
    ReusedError: (409, "reused_id"),
    ReusedKeyError: (409, "reused_key"),
    TakenError: (409, "taken"),
    GoneError: (410, "gone"),
    UnreadableError: (410, "unreadable"),
    DamagedError: (410, "damaged"),
    RefusedError: (422, "refused"),
    BusyError: (503, "busy"),
    ContendedError: (503, "busy"),
    FencedError: (503, "newer_server"),
    StoreError: (503, "storage"),
}
HTTP = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def of_game(request: Request[Any, Any, Any], error: GameError) -> Response[Problem]:
    status, code = CODES.get(type(error), (400, "bad_request"))
    problem = Problem(code, sentence(str(error)))
    if isinstance(error, StaleError):
        problem.version = error.version
    if isinstance(error, RefusedError):
        problem.rule = error.rule
    return Response(problem, status_code=status)


def of_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    if error.status_code >= 500:
        return of_anything(request, error)
    code = HTTP.get(error.status_code, "bad_request")
    reasons = [item.get("message", "") for item in error.extra or [] if isinstance(item, dict)]
    detail = "; ".join([error.detail, *filter(None, reasons)])
    return Response(Problem(code, sentence(say(f"error.http.{code}")), detail=detail), status_code=error.status_code)


def of_text(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Problem]:
    return Response(Problem("bad_request", say("error.not_utf8")), status_code=400)


def of_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(Problem("internal", say("error.internal")), status_code=500)


HANDLERS: Any = {GameError: of_game, HTTPException: of_http, UnicodeDecodeError: of_text, Exception: of_anything}
