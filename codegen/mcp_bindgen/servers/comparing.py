"""Compare what a server offers with what it offered before, or with what another server offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.types import Change, Place, Report
from mcp_bindgen.jsontext import json_equal
from mcp_bindgen.servers.lock import Lock
from mcp_bindgen.servers.subjects import OfferPair, offer_subjects


def compare_locks(old: Lock, new: Lock, names: tuple[str, str]) -> Report:
    """Return what changed between two servers, with the severities for clients of the old one.

    The newest revision that both speak is compared, and each other one that both speak if it differs from it. If they
    have none in common, the newest of either is compared.

    Args:
        old: the old side.
        new: the new side.
        names: the names of both sides in the report.
    """
    shared = [each for each in reversed(list(old.offers)) if each in new.offers]
    pairs = [(each, each) for each in shared] or [(old.newest, new.newest)]
    changes: dict[str, Change] = {}
    compared: list[tuple[Any, Any]] = []
    for number, (before, after) in enumerate(pairs):
        sides = old.offers[before], new.offers[after]
        if not any(json_equal(list(sides), list(each)) for each in compared):
            compared.append(sides)
            shown = names if number == 0 else (f"{names[0]} ({before})", f"{names[1]} ({after})")
            for each in _changes(old, new, sides, shown):
                changes.setdefault(each.fingerprint, each)
    return Report(*names, tuple(changes.values()), side="client", only="wire")


def _changes(old: Lock, new: Lock, sides: tuple[Any, Any], names: tuple[str, str]) -> list[Change]:
    ours, theirs = ({**offer, "revisions": list(lock.offers)} for lock, offer in zip((old, new), sides, strict=True))
    pair = offer_subjects(ours, theirs, names)
    return [_in_offer(each, pair) for each in make_report(pair.old, pair.new).changes]


def _in_offer(change: Change, pair: OfferPair) -> Change:
    """Return a change with its places as JSON Pointers into the offers."""

    def moved(place: Place | None) -> Place | None:
        return None if place is None else replace(place, pointer=pair.pointer_in_offer(place.pointer))

    places = tuple((pair.pointer_in_offer(before), pair.pointer_in_offer(after)) for before, after in change.places)
    delta = replace(change.delta, old=moved(change.delta.old), new=moved(change.delta.new))
    return replace(change, delta=delta, places=places)
