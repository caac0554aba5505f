"""Edits of a parsed JSON document, which leave the document itself as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..json_values import is_array
from ..jsonrpc.edits import Operation
from ..schema.places import Place, path_of


def patched(document: Any, edits: Iterable[tuple[Operation, Place, Any]]) -> Any:
    """The document after edits, one after the other. Containers that no edit leads through are shared.

    Args:
        document: JSON.
        edits: Operation, place and value of each.
    """
    root = _copy(document)
    copied = {id(root): root}
    for op, place, value in edits:
        *way, last = path_of(place)
        holder = root
        for token in way:
            inner = holder[token]
            if id(inner) not in copied:
                inner = holder[token] = _copy(inner)
                copied[id(inner)] = inner
            holder = inner
        if op == "remove":
            del holder[last]
        elif not is_array(holder) or op == "replace":
            holder[last] = value
        else:
            holder.insert(len(holder) if last == "-" else last, value)
    return root


def _copy(container: Any) -> Any:
    return list(container) if is_array(container) else dict(container)
