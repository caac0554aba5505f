"""A peer can cause a bounded number of log records."""

from __future__ import annotations

import logging

import pytest

from mcp_bindings.rate_limited_log import RateLimitedLog

_log = logging.getLogger(__name__)


def test_a_key_has_one_record_in_a_period(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    limited = RateLimitedLog(_log, period=60, clock=lambda: now[0])
    for now[0] in (0.0, 59.9, 60.0, 61.0, 120.0):
        limited.warn("a", "at %s", now[0])
    assert caplog.messages == ["at 0.0", "at 60.0", "at 120.0"]


def test_further_keys_have_one_record_together(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    limited = RateLimitedLog(_log, period=60, most=2, clock=lambda: now[0])
    for key in "abcab":
        limited.warn(key, key)
    limited.warn("d", "d")
    assert caplog.messages == ["a", "b", "further warnings of this kind are not logged: there were 2 different ones"]
    now[0] = 60.0
    limited.warn("d", "d")
    assert caplog.messages[3:] == ["d"]
