"""The outcome of negotiation between two sets of revisions, for one case from the command line or for all cases.

The generated package knows the answers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from types import ModuleType
from typing import Any, Literal, NamedTuple

from mcp_bindgen.errors import BindgenError

Transport = Literal["stdio", "http"]
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")

NO_MINIMUM = "none"
"""Stands for "any release" where a member has to have a name."""


class Case(NamedTuple):
    """The input of one negotiation."""

    client: tuple[str, ...]
    server: tuple[str, ...]
    transport: Transport
    minimum: str | None


def chosen(client: str | None, server: str | None, transport: Transport | None, minimum: str | None) -> Case:
    """One case; a side that is left out speaks every release, and the transport then is HTTP, which shows more.

    Raises:
        BindgenError: an id is no released revision, a side has none, or the generated package is not installed.
    """
    return _case(client, server, transport, minimum, _bindings().REVISIONS)


def _case(
    client: str | None,
    server: str | None,
    transport: Transport | None,
    minimum: str | None,
    known: Sequence[str],
) -> Case:
    mine, theirs = (
        tuple(known) if text is None else _ids(option, text, known)
        for option, text in (("--client", client), ("--server", server))
    )
    if minimum is not None and minimum not in known:
        raise BindgenError(f"--minimum has unknown revision {minimum!r}", hint=f"known revisions: {', '.join(known)}")
    return Case(mine, theirs, transport or "http", minimum)


def outcome(client: str | None, server: str | None, transport: Transport | None, minimum: str | None) -> dict[str, Any]:
    """The outcome of one case and its steps as a JSON value. Either side may also speak the draft, if its id is named.

    Raises:
        BindgenError: as `chosen`, or one of the three that make a case is missing.
    """
    given = {"--client": client, "--server": server, "--transport": transport}
    missing = [option for option, value in given.items() if value is None]
    if missing:
        raise BindgenError(
            f"{', '.join(missing)} missing", hint="give all three, or use --format html to see every case"
        )
    bindings = _bindings()
    case = _case(client, server, transport, minimum, [*bindings.REVISIONS, *_drafts(bindings)])
    return _play(bindings, case)


def _drafts(bindings: ModuleType) -> list[str]:
    """The id of the draft, if there is one. A side speaks it only if it is named."""
    try:
        return [bindings.revision("draft").id]
    except bindings.UnknownRevision:
        return []


def every_case() -> dict[str, Any]:
    """Every set of releases against every set, on each transport, from each minimum on, as a JSON value.

    Most cases have a trace in common with others, so `traces` has each once. `cases` says by transport and minimum
    which one it is: a row for each client and a column for each server, both in the order of `sets`, one after another.
    """
    bindings = _bindings()
    known: tuple[str, ...] = bindings.REVISIONS
    eras = [bindings.negotiation.era_of(name) for name in known]
    sets = sorted(_subsets(len(known)), key=lambda places: _grouped(places, eras))
    spoken = [tuple(known[place] for place in places) for places in sets]
    traces: dict[str, int] = {}
    cases: dict[str, dict[str, list[int]]] = {}
    for transport in TRANSPORTS:
        cases[transport] = {
            minimum or NO_MINIMUM: [
                traces.setdefault(json.dumps(_play(bindings, Case(mine, theirs, transport, minimum))), len(traces))
                for mine in spoken
                for theirs in spoken
            ]
            for minimum in (None, *known)
        }
    return {
        "revisions": [{"id": name, "era": era} for name, era in zip(known, eras, strict=True)],
        "sets": [{"places": places, "era": _era(places, eras)} for places in sets],
        "traces": [json.loads(trace) for trace in traces],
        "cases": cases,
    }


def _bindings() -> ModuleType:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return mcp_bindings


def _play(bindings: ModuleType, case: Case) -> dict[str, Any]:
    sides = [[bindings.revision(name).version for name in side] for side in case[:2]]
    outcome = bindings.session.negotiate(*sides, case.transport, minimum=case.minimum)
    value: dict[str, Any] = outcome.to_value()
    return value


def _subsets(size: int) -> list[tuple[int, ...]]:
    return [places for count in range(1, size + 1) for places in combinations(range(size), count)]


def _era(places: tuple[int, ...], eras: Sequence[str]) -> str:
    """`handshake`, `per-request`, or `both`."""
    found = {eras[place] for place in places}
    return found.pop() if len(found) == 1 else "both"


def _grouped(places: tuple[int, ...], eras: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """Sets of one era stand together, and among them those with the same newest release."""
    return ("handshake", "per-request", "both").index(_era(places, eras)), places[::-1]


def _ids(option: str, text: str, known: Sequence[str]) -> tuple[str, ...]:
    ids = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in ids if part not in known]
    if unknown or not ids:
        problem = f"{option} has unknown revision {unknown[0]!r}" if unknown else f"{option} names no revision"
        raise BindgenError(problem, hint=f"give ids separated by commas; known revisions: {', '.join(known)}")
    return ids
