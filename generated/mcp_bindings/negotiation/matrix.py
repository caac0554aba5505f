"""The outcome for each combination of the eras of client and server, as the newest release defines it."""

from __future__ import annotations

from ..spec.protocol import EraOutcome

ERA_MATRIX: tuple[EraOutcome, ...] = (
    EraOutcome(
        client="modern",
        server="modern",
        detail="version mismatch surfaces as -32022",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="modern",
        server="legacy",
        detail="server reaction is implementation-defined; on stdio probe with server/discover first",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
    ),
    EraOutcome(
        client="dual-era",
        server="modern",
        detail="client stays modern",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="dual-era",
        server="legacy",
        detail="stdio: probe fails or times out, then initialize; HTTP: 4xx without a modern error body, then initialize, possibly HTTP+SSE",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="legacy",
        server="modern",
        detail="stdio: JSON-RPC error of unspecified code; HTTP: 400 for missing headers; HTTP+SSE client fails at its GET",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
    ),
    EraOutcome(
        client="legacy",
        server="dual-era",
        detail="initialize answered under the negotiated legacy revision",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="legacy",
        server="legacy",
        detail="per the legacy revision",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
)
"""One row for each combination."""
