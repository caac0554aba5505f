"""Choose the version on which two peers agree: pure functions over the tables of the revisions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.answer_initialize("2099-01-01", ["2025-06-18", "2025-11-25"]).version
    '2025-11-25'

`versions` chooses the version of a handshake and of each request. `probes` finds the era of a server from the server's
first answer, and `eras` finds the era of a client's message. `ERA_MATRIX` has the outcome for each pair of eras.
"""

from mcp_bindings.negotiation.matrix import ERA_MATRIX  # rendered

from .versions import answer_initialize, era_of
