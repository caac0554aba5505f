"""Long URIs, scopes and challenges of a peer, in the rooms that read them besides the linter."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest

from mcp_bindings.authorization.challenges import parse_challenges
from mcp_bindings.authorization.scope_rules import read_scopes
from mcp_bindings.authorization.urls import parse_url
from mcp_bindings.guards.file_roots import file_uri_to_path

SIZE = 200_000


@pytest.mark.parametrize(
    "read",
    [
        partial(file_uri_to_path, "file:///" + "%41" * 40_000, windows=False),
        partial(file_uri_to_path, "file:///" + "ab/" * 40_000, windows=False),
        partial(parse_url, "https://a/" + "%41" * (SIZE // 3), "issuer"),
        partial(parse_url, "https://a/" + "a" * SIZE, "issuer"),
        partial(read_scopes, "scope " * (SIZE // 6) + "a"),
        partial(parse_challenges, "," * SIZE),
        partial(parse_challenges, "a " + " ," * (SIZE // 2) + "x"),
    ],
)
def test_memory_is_a_small_multiple_of_the_text(read: Callable[[], object]) -> None:
    """A repeated group of a regular expression takes up to 200 bytes for each repetition."""
    tracemalloc.start()
    try:
        read()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60 * SIZE


def test_a_file_uri_that_is_longer_than_any_path_is_refused() -> None:
    with pytest.raises(ValueError, match="not a file URI"):
        file_uri_to_path("file:///" + "a/" * SIZE, windows=False)
