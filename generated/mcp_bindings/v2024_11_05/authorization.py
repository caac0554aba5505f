"""Authorization over HTTP in revision 2024-11-05: discovery, parameters and requirements."""

from __future__ import annotations

from ..generated_code import Authorization, Conformance

AUTHORIZATION = Authorization(
    revision="2024-11-05",
    conformance=Conformance(
        defined=False,
        optional=True,
        http="unspecified",
        stdio="unspecified",
        custom_strategies="MAY",
        server_roles=(),
        sources=("specification/2024-11-05/basic/index#auth",),
    ),
    standards=(),
    discovery=(),
    parameters=(),
    challenges=(),
    statuses=(),
    rules=(),
    issuer_checks=(),
    deprecations=(),
)
"""The tables of this revision."""
