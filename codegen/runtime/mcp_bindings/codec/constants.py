"""Finds `NaN` and `Infinity` in texts: JSON has no such numbers, but pydantic reads and writes them."""

from __future__ import annotations

import re

from pydantic_core import from_json

_NAN, _INFINITY = re.compile(rb"NaN"), re.compile(rb"Infinity")
"""A literal pattern is searched for in half the time that `in` takes for bytes."""


def refuse_constants(data: bytes | bytearray | str) -> None:
    """Raise ValueError if the text has NaN or Infinity, which pydantic's parser accepts."""
    if isinstance(data, str):
        suspicious = "NaN" in data or "Infinity" in data
    else:
        suspicious = bool(_NAN.search(data) or _INFINITY.search(data))
    if suspicious:  # perhaps inside a string
        from_json(data, allow_inf_nan=False)
