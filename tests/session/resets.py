"""What a session keeps once it is reset, compared with what a new one keeps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from mcp_bindings.session.session import Session
from tests.seed import SEED

TABLES = ("RevisionProfile", "MethodProfile")
"""Classes of what every session shares."""


def contents(value: Any, seen: dict[int, int]) -> Any:
    """What a session keeps, as values that can be compared."""
    kind: Any = value.__class__
    is_own = f"{kind.__module__}.".startswith("mcp_bindings.")
    if id(value) in seen:
        return "object", seen[id(value)]
    if not is_own and issubclass(kind, Mapping):
        return {key: contents(each, seen) for key, each in value.items()}
    if issubclass(kind, (list, tuple)):
        return [contents(each, seen) for each in value]
    if not kind.__module__.startswith("mcp_bindings.session.") or kind.__name__ in TABLES:
        return value
    seen[id(value)] = len(seen)
    slots = (name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))
    names = {*getattr(value, "__dict__", ()), *slots}
    kept = {name: getattr(value, name) for name in names if hasattr(value, name)}
    kept.pop("_allowed_methods", None)  # those that the capabilities of the server allow, the same in each session
    return kind.__name__, {name: contents(each, seen) for name, each in sorted(kept.items())}


@contextmanager
def resets_compared(*, continues: bool = False) -> Generator[Callable[[], int]]:
    """Compare each session that is reset with a new one; what is given returns how many there were.

    Args:
        continues: as for `Session.anew`.
    """
    reset, count = Session.reset, 0

    def compared(session: Session) -> bool:
        nonlocal count
        is_reset = reset(session)
        if is_reset:
            count += 1
            new = session.anew(continues=continues)
            assert contents(session, {}) == contents(new, {}), f"seed {SEED}"
        return is_reset

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "reset", compared)
        yield lambda: count
