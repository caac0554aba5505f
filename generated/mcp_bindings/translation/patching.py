"""Edits of a parsed JSON document, which leave the document itself as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..jsonrpc.member_spans import Patch
from ..schema.places import path_of


def patched(document: Any, edits: Iterable[Patch]) -> Any:
    """The document after edits, one after the other. Containers that no edit leads through are shared.

    Args:
        document: JSON.
        edits: The edits.
    """
    root = document.copy()
    copied = {id(root): root}
    for edit in edits:
        place = edit.place
        if (
            place is not None and (outer := place[0]) is not None and outer[0] is None
        ):  # in `params` or `result`, as most
            last = place[1]
            way: Sequence[Any] = (outer[1],)
        else:
            *way, last = path_of(place)
        holder = root
        for token in way:
            inner = holder[token]
            if id(inner) not in copied:
                inner = holder[token] = inner.copy()
                copied[id(inner)] = inner
            holder = inner
        if edit.op == "remove":
            del holder[last]
        elif edit.op == "replace" or type(holder) is dict:
            holder[last] = edit.value
        else:
            holder.insert(len(holder) if last == "-" else last, edit.value)
    return root
