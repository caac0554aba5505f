"""The revisions that this package was generated for."""

from __future__ import annotations

from typing import Literal

from .names import Era

RevisionId = Literal["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "draft"]
"""The id of each revision."""

VERSION = "0.1.0"
"""The version of this package."""

RELEASED: tuple[str, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""Released revisions, oldest first."""

DRAFT = "draft"
"""Id of the draft; empty if the package has none."""

MODULES: dict[str, tuple[str, Era, str]] = {
    "2024-11-05": ("v2024_11_05", "handshake", "2024-11-05"),
    "2025-03-26": ("v2025_03_26", "handshake", "2025-03-26"),
    "2025-06-18": ("v2025_06_18", "handshake", "2025-06-18"),
    "2025-11-25": ("v2025_11_25", "handshake", "2025-11-25"),
    "2026-07-28": ("v2026_07_28", "per-request", "2026-07-28"),
    "draft": ("v2026_07_28", "per-request", "2026-07-28"),
}
"""The name of the package, the era, and the version that messages name, by revision id, the draft included."""

TARGETS: dict[str, str] = {
    "notifications/resources/updated": "uri",
    "prompts/get": "name",
    "resources/read": "uri",
    "resources/subscribe": "uri",
    "resources/unsubscribe": "uri",
    "tools/call": "name",
}
"""The required member of the params that is called `name` or `uri`, by method."""
