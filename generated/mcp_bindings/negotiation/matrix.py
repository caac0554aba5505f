"""The outcome for each combination of the eras of client and server, as the newest release states it."""

from __future__ import annotations

from ..spec.protocol import EraOutcome

ERA_MATRIX: tuple[EraOutcome, ...] = (
    EraOutcome(
        client="per-request",
        server="per-request",
        detail="version mismatch surfaces as UNSUPPORTED_PROTOCOL_VERSION",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="per-request",
        server="handshake",
        detail="server reaction is implementation-defined; on stdio probe with server/discover first",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
    ),
    EraOutcome(
        client="dual-era",
        server="per-request",
        detail="the client stays per-request",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="dual-era",
        server="handshake",
        detail="stdio: probe fails or times out, then initialize; HTTP: 4xx without a per-request error in the body, then initialize, possibly HTTP+SSE",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="handshake",
        server="per-request",
        detail="stdio: JSON-RPC error of unspecified code; HTTP: 400 for missing headers; HTTP+SSE client fails at its GET",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
    ),
    EraOutcome(
        client="handshake",
        server="dual-era",
        detail="the server responds to initialize in the negotiated handshake revision",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
    EraOutcome(
        client="handshake",
        server="handshake",
        detail="as in the handshake revision",
        sources=("specification/2026-07-28/basic/versioning#compatibility-matrix",),
        works=True,
    ),
)
"""One row for each combination."""
