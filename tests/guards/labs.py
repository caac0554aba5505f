"""Every guard with its generator of inputs and its oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tests.guards import bounds_lab, bounds_served, fault_lab, library_lab, schema_lab, served_lab, uri_lab
from tests.guards.served import House

Check = Callable[[random.Random], tuple[str, str]]
"""Tries one input: the kind of the input, and the failure; empty if there is none."""

LABS: Mapping[str, Check] = {
    "tool values": schema_lab.check_values,
    "places of faults": fault_lab.check_places,
    "libraries": library_lab.check_libraries,
    "refused schemas": schema_lab.check_refused,
    "elicited content": schema_lab.check_elicited,
    "prompt arguments": bounds_lab.check_prompt,
    "resource URIs": uri_lab.check_uri,
    "template expansions": uri_lab.check_expansion,
    "broken templates": uri_lab.check_broken_template,
    "template matches": uri_lab.check_match,
    "cursors": bounds_lab.check_cursor,
    "sessions": bounds_lab.check_session,
    "rates": bounds_lab.check_rates,
    "work slots": bounds_lab.check_slots,
    "binary data": bounds_lab.check_blob,
    "task support": bounds_lab.check_task,
    "logs": bounds_lab.check_log,
}

_SERVED = {**served_lab.LABS, **bounds_served.LABS}

SERVED = tuple(_SERVED)
"""Guards that a server uses by itself."""


def labs(base: Path) -> dict[str, Check]:
    """Those of single guards, with the one of files in a directory of `uri_lab.tree`."""
    return {**LABS, "file roots": partial(uri_lab.check_path, base=base)}


def served_labs(house: House) -> dict[str, Check]:
    """Those of guards that a server uses by itself."""
    return {name: partial(check, house) for name, check in _SERVED.items()}


def play(name: str, check: Check, seed: int, number: int) -> tuple[str, str]:
    """Try the input of a number."""
    return check(random.Random(f"{seed} {number} {name}"))
