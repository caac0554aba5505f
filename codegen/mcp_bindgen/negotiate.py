"""Outcome of negotiation between two sets of revisions, for one case from the command line or for all cases.

The generated package computes the outcomes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from types import ModuleType
from typing import Any, Literal, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import hint_known_ids

Transport = Literal["stdio", "http"]
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")

NO_MINIMUM = "none"
"""Name of the member for cases without a minimum."""


class NegotiationCase(NamedTuple):
    """The input of one negotiation."""

    client: tuple[str, ...]
    server: tuple[str, ...]
    transport: Transport
    minimum: str | None


def chosen_case(
    client: str | None, server: str | None, transport: Transport | None, minimum: str | None
) -> NegotiationCase:
    """Return one case. A side without an id supports every release; the default transport is HTTP, which shows more.

    Raises:
        BindgenError: an id is no released revision, a side has none, or the generated package is not installed.
    """
    return _make_case(client, server, transport, minimum, _import_bindings().REVISIONS)


def _make_case(
    client: str | None,
    server: str | None,
    transport: Transport | None,
    minimum: str | None,
    all_ids: Sequence[str],
) -> NegotiationCase:
    mine, theirs = (
        tuple(all_ids) if text is None else _parse_ids(option, text, all_ids)
        for option, text in (("--client", client), ("--server", server))
    )
    if minimum is not None and minimum not in all_ids:
        raise BindgenError(f"--minimum has unknown revision {minimum!r}", hint=hint_known_ids(minimum, all_ids))
    return NegotiationCase(mine, theirs, transport or "http", minimum)


def negotiation_outcome(
    client: str | None, server: str | None, transport: Transport | None, minimum: str | None
) -> dict[str, Any]:
    """Return the outcome of one case and its steps as a JSON value. An id may also be that of the draft.

    Raises:
        BindgenError: an error of `chosen_case`, or one of the three values of a case is missing.
    """
    options = {"--client": client, "--server": server, "--transport": transport}
    missing = [option for option, value in options.items() if value is None]
    if missing:
        raise BindgenError(
            f"{', '.join(missing)} missing", hint="give all three, or use --format html to see every case"
        )
    bindings = _import_bindings()
    case = _make_case(client, server, transport, minimum, [*bindings.REVISIONS, *_draft_ids(bindings)])
    return _negotiate(bindings, case)


def _draft_ids(bindings: ModuleType) -> list[str]:
    """Return the id of the draft, if the package has one. A side supports the draft only if the command names it."""
    try:
        return [bindings.revision("draft").id]
    except bindings.UnknownRevision:
        return []


def all_outcomes() -> dict[str, Any]:
    """Return the outcomes for every pair of sets of releases, on each transport and with each minimum, as a JSON value.

    Many cases have the same trace, so `traces` lists each once. `cases` has the index of the trace by transport and
    minimum: a row for each client and a column for each server, both in the order of `sets`, one after another.
    """
    bindings = _import_bindings()
    ids: tuple[str, ...] = bindings.REVISIONS
    eras = [bindings.negotiation.era_of(name) for name in ids]
    sets = sorted(_subsets(len(ids)), key=lambda places: _sort_key(places, eras))
    spoken = [tuple(ids[place] for place in places) for places in sets]
    traces: dict[str, int] = {}
    cases: dict[str, dict[str, list[int]]] = {}
    for transport in TRANSPORTS:
        cases[transport] = {
            minimum or NO_MINIMUM: [
                traces.setdefault(
                    json.dumps(_negotiate(bindings, NegotiationCase(mine, theirs, transport, minimum))), len(traces)
                )
                for mine in spoken
                for theirs in spoken
            ]
            for minimum in (None, *ids)
        }
    return {
        "revisions": [{"id": name, "era": era} for name, era in zip(ids, eras, strict=True)],
        "sets": [{"places": places, "era": _eras_of_set(places, eras)} for places in sets],
        "traces": [json.loads(trace) for trace in traces],
        "cases": cases,
    }


def _import_bindings() -> ModuleType:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return mcp_bindings


def _negotiate(bindings: ModuleType, case: NegotiationCase) -> dict[str, Any]:
    sides = [[bindings.revision(name).version for name in side] for side in case[:2]]
    outcome = bindings.session.negotiate(*sides, case.transport, minimum=case.minimum)
    value: dict[str, Any] = outcome.to_value()
    return value


def _subsets(size: int) -> list[tuple[int, ...]]:
    return [places for count in range(1, size + 1) for places in combinations(range(size), count)]


def _eras_of_set(places: tuple[int, ...], eras: Sequence[str]) -> str:
    """Return `handshake`, `per-request`, or `both`."""
    found = {eras[place] for place in places}
    return found.pop() if len(found) == 1 else "both"


def _sort_key(places: tuple[int, ...], eras: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """Return a sort key that puts sets of one era together, and among them those with the same newest release."""
    return ("handshake", "per-request", "both").index(_eras_of_set(places, eras)), places[::-1]


def _parse_ids(option: str, text: str, all_ids: Sequence[str]) -> tuple[str, ...]:
    ids = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in ids if part not in all_ids]
    if unknown or not ids:
        problem = f"{option} has unknown revision {unknown[0]!r}" if unknown else f"{option} names no revision"
        raise BindgenError(problem, hint=f"give ids separated by commas; {hint_known_ids((*unknown, '')[0], all_ids)}")
    return ids
