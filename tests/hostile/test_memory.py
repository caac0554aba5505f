"""Memory stays below the multiples that `Limits` states; `python -m tests.soak parser_memory` shows all cases."""

from __future__ import annotations

import pytest

import mcp_bindings as mb
from tests.hostile.reading_memory import CASES, MIB, OF_JSON, OF_MODELS, multiple

STATED: dict[str, int] = {
    "models of empty objects": OF_MODELS,
    "deep lists, spaced": OF_JSON,
    "items without members": OF_JSON,
    "the last item is bad": OF_JSON,
    "members twice": OF_JSON,
}


def test_the_multiples_are_stated() -> None:
    text = mb.Limits.__doc__ or ""
    assert f"at most {OF_JSON} bytes of memory for each byte of the text" in text
    assert f"at most {OF_MODELS} bytes for each byte" in text
    assert set(STATED) <= set(CASES)


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "most"), STATED.items())
def test_memory_is_bounded(name: str, most: int) -> None:
    assert 1 < multiple(name, MIB) < most
