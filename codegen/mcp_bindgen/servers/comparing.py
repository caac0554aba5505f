"""The comparison of two lock files: what a server offered before and offers now, or what two servers offer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.types import Change, Place, Report
from mcp_bindgen.jsontext import json_equal
from mcp_bindgen.servers.lock import LockFile
from mcp_bindgen.servers.subjects import OfferPair, make_offer_subjects


def compare_locks(old: LockFile, new: LockFile, names: tuple[str, str]) -> Report:
    """Return the changes between two servers, with their severities for clients of the old server.

    The offers in the newest revision that both servers speak are compared first. The offers in each other common
    revision are compared too, unless they equal two offers that have been compared. Without a common revision, the
    offers in the newest revision of each server are compared.

    Args:
        old: the lock file of the old server.
        new: the lock file of the new server.
        names: the names of both servers in the report.

    Raises:
        BindgenError: a schema of an offer cannot be built.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    shared = [each for each in reversed(list(old.offers)) if each in new.offers]
    pairs = [(each, each) for each in shared] or [(old.newest_revision, new.newest_revision)]
    changes: dict[str, Change] = {}
    compared: list[tuple[Any, Any]] = []
    for number, (before, after) in enumerate(pairs):
        sides = old.offers[before], new.offers[after]
        if not any(json_equal(list(sides), list(each)) for each in compared):
            compared.append(sides)
            titles = names if number == 0 else (f"{names[0]} ({before})", f"{names[1]} ({after})")
            for each in _compare_offers(old, new, sides, titles):
                changes.setdefault(each.fingerprint, each)
    return Report(*names, tuple(changes.values()), side="client", only="wire")


def _compare_offers(old: LockFile, new: LockFile, sides: tuple[Any, Any], names: tuple[str, str]) -> list[Change]:
    before, after = ({**offer, "revisions": list(lock.offers)} for lock, offer in zip((old, new), sides, strict=True))
    pair = make_offer_subjects(before, after, names)
    return [_with_offer_pointers(each, pair) for each in make_report(pair.old, pair.new).changes]


def _with_offer_pointers(change: Change, pair: OfferPair) -> Change:
    """Return a change with JSON Pointers into the offers in place of those into the compared schemas."""

    def with_offer_pointer(place: Place | None) -> Place | None:
        return None if place is None else replace(place, pointer=pair.pointer_in_offer(place.pointer))

    places = tuple((pair.pointer_in_offer(before), pair.pointer_in_offer(after)) for before, after in change.places)
    delta = replace(change.delta, old=with_offer_pointer(change.delta.old), new=with_offer_pointer(change.delta.new))
    return replace(change, delta=delta, places=places)
