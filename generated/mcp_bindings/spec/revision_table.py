"""The revisions of this package: ids, eras, names of modules and versions."""

from __future__ import annotations

from typing import Literal

from .names import Era

RevisionId = Literal["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "draft"]
"""The ids of the revisions of this package."""

VERSION = "0.1.0"
"""The version of this package."""

RELEASED: tuple[str, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The ids of the released revisions, oldest first."""

DRAFT = "draft"
"""The id of the draft; empty if the package has no draft."""

MODULES: dict[str, tuple[str, Era, str]] = {
    "2024-11-05": ("v2024_11_05", "handshake", "2024-11-05"),
    "2025-03-26": ("v2025_03_26", "handshake", "2025-03-26"),
    "2025-06-18": ("v2025_06_18", "handshake", "2025-06-18"),
    "2025-11-25": ("v2025_11_25", "handshake", "2025-11-25"),
    "2026-07-28": ("v2026_07_28", "per-request", "2026-07-28"),
    "draft": ("v2026_07_28", "per-request", "2026-07-28"),
}
"""By revision id, including the draft: the name of the revision's package, its era, and its version in messages."""

TARGETS: dict[str, str] = {
    "notifications/resources/updated": "uri",
    "prompts/get": "name",
    "resources/read": "uri",
    "resources/subscribe": "uri",
    "resources/unsubscribe": "uri",
    "tools/call": "name",
}
"""Which of the members `name` and `uri` the params of a method require, by method."""
