"""The choice of the engine that reads messages."""

from __future__ import annotations

import sys

import pytest

from mcp_bindings.jsonrpc import engines


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No engine is chosen yet."""
    monkeypatch.setattr(engines, "_engine", None)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("missing", ["orjson", "jsonschema_rs"])
def test_an_incomplete_extra_falls_back_and_says_so(
    missing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A free-threaded Python has no wheel of orjson."""
    monkeypatch.setitem(sys.modules, missing, None)
    assert engines.engine_in_use().name == "pydantic"
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert missing in record.getMessage()
    engines.engine_in_use()
    assert len(caplog.records) == 1


@pytest.mark.usefixtures("fresh")
def test_without_the_extra_nothing_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for missing in ("jsonschema_rs", "msgspec", "orjson"):
        monkeypatch.setitem(sys.modules, missing, None)
    assert engines.engine_in_use().name == "pydantic"
    assert caplog.records == []
