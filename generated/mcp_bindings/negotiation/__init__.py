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
    from ..spec.protocol import EraOutcome
    from .eras import EraVerdict as EraVerdict
    from .eras import classify_era as classify_era
    from .probes import ProbeVerdict as ProbeVerdict
    from .probes import judge_http_initialize as judge_http_initialize
    from .probes import judge_http_probe as judge_http_probe
    from .probes import judge_stdio_probe as judge_stdio_probe
    from .versions import AnswerVerdict as AnswerVerdict
    from .versions import ErrorObject as ErrorObject
    from .versions import InitializeAnswer as InitializeAnswer
    from .versions import Retry as Retry
    from .versions import VersionVerdict as VersionVerdict
    from .versions import answer_initialize as answer_initialize
    from .versions import choose_retry as choose_retry
    from .versions import era_of as era_of
    from .versions import judge_answer as judge_answer
    from .versions import judge_request_version as judge_request_version
    from .versions import unsupported as unsupported
    from .versions import usable as usable

    ERA_MATRIX: tuple[EraOutcome, ...]  # rendered

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
    "choose_retry",
    "classify_era",
    "era_of",
    "judge_answer",
    "judge_http_initialize",
    "judge_http_probe",
    "judge_request_version",
    "judge_stdio_probe",
    "unsupported",
    "usable",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "eras": ["EraVerdict", "classify_era"],
            "matrix": ["ERA_MATRIX"],
            "probes": ["ProbeVerdict", "judge_http_initialize", "judge_http_probe", "judge_stdio_probe"],
            "versions": [
                "AnswerVerdict",
                "ErrorObject",
                "InitializeAnswer",
                "Retry",
                "VersionVerdict",
                "answer_initialize",
                "choose_retry",
                "era_of",
                "judge_answer",
                "judge_request_version",
                "unsupported",
                "usable",
            ],
        },
    )
