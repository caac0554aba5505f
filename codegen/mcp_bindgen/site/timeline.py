"""Revisions in which an entry exists, and those that changed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_bindgen.ir.history import TypeHistory
from mcp_bindgen.site.entries import Entry, Kind

Identity = tuple[Kind, str]


@dataclass(frozen=True)
class Timeline:
    """History of an entry, as seen from one revision."""

    since: str
    changed_in: tuple[str, ...]
    others: tuple[str, ...]
    """Every other revision that has the entry, newest first."""


def make_timelines(
    tables: Mapping[str, Sequence[Entry]], types: Mapping[str, Mapping[str, TypeHistory]]
) -> dict[str, dict[Identity, Timeline]]:
    """Return the timeline of each entry of each revision, by revision, and by kind and key of the entry.

    Args:
        tables: all entries by revision, oldest first.
        types: history of each definition, by revision and name.
    """
    entries_by_revision: dict[str, dict[Identity, Entry]] = {
        id_: {(entry.kind, entry.key): entry for entry in entries} for id_, entries in tables.items()
    }
    having: dict[Identity, list[str]] = {}
    for id_, entries in entries_by_revision.items():
        for identity in entries:
            having.setdefault(identity, []).append(id_)
    found: dict[str, dict[Identity, Timeline]] = {}
    for id_, entries in entries_by_revision.items():
        found[id_] = {}
        for identity in entries:
            history = (
                types[id_][identity[1]]
                if identity[0] == "definition"
                else _entry_history(identity, id_, entries_by_revision)
            )
            others = tuple(other for other in reversed(having[identity]) if other != id_)
            found[id_][identity] = Timeline(history.since, history.changed_in, others)
    return found


def _entry_history(identity: Identity, revision: str, entries: Mapping[str, Mapping[Identity, Entry]]) -> TypeHistory:
    """Return the history of an entry up to a revision, as far back as each revision has the entry.

    The history names the oldest of these revisions, and the later ones that changed the entry.
    """
    ids = list(entries)
    since, changed = revision, list[str]()
    for before in reversed(ids[: ids.index(revision)]):
        if identity not in entries[before]:
            break
        if entries[before][identity].value != entries[since][identity].value:
            changed.insert(0, since)
        since = before
    return TypeHistory(since, tuple(changed))
