"""Choose the version on which two peers agree: pure functions over the tables of the revisions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.answer_initialize("2099-01-01", ["2025-06-18", "2025-11-25"]).version
    '2025-11-25'

`versions` chooses the version of a handshake and of each request. `probes` tells a client the era of a server from its
first answer, and `eras` tells a server the era of a message. `ERA_MATRIX` has the outcome for each pair of eras.
"""

from mcp_bindings.negotiation.matrix import ERA_MATRIX  # rendered

from .versions import answer_initialize, era_of
