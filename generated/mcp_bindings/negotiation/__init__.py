"""Which version two peers agree on: pure functions over the tables of the revisions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.answer_initialize("2099-01-01", ["2025-06-18", "2025-11-25"]).version
    '2025-11-25'

`versions` has the handshake and the version of each request, `probes` how a client finds out the era of a server,
`eras` how a server tells the era of a message; `ERA_MATRIX` is what comes of each pair of eras.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .eras import EraVerdict, classify_era
    from .matrix import ERA_MATRIX
    from .probes import (
        ProbeVerdict,
        check_http_initialize_response,
        check_http_probe_response,
        check_stdio_probe_response,
    )
    from .versions import (
        AnswerVerdict,
        ErrorObject,
        InitializeAnswer,
        Retry,
        VersionVerdict,
        answer_initialize,
        check_initialize_version,
        check_request_version,
        choose_retry,
        era_of,
        unsupported,
        usable,
    )

__all__ = [
    "ERA_MATRIX",
    "AnswerVerdict",
    "EraVerdict",
    "ErrorObject",
    "InitializeAnswer",
    "ProbeVerdict",
    "Retry",
    "VersionVerdict",
    "answer_initialize",
    "check_http_initialize_response",
    "check_http_probe_response",
    "check_initialize_version",
    "check_request_version",
    "check_stdio_probe_response",
    "choose_retry",
    "classify_era",
    "era_of",
    "unsupported",
    "usable",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "eras": ("EraVerdict", "classify_era"),
            "matrix": ("ERA_MATRIX",),
            "probes": (
                "ProbeVerdict",
                "check_http_initialize_response",
                "check_http_probe_response",
                "check_stdio_probe_response",
            ),
            "versions": (
                "AnswerVerdict",
                "ErrorObject",
                "InitializeAnswer",
                "Retry",
                "VersionVerdict",
                "answer_initialize",
                "check_initialize_version",
                "check_request_version",
                "choose_retry",
                "era_of",
                "unsupported",
                "usable",
            ),
        },
    )
