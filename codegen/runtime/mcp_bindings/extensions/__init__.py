"""Extensions of the protocol: what each one adds, and revisions with extensions.

Each extension has a package here, such as `mcp_bindings.extensions.tasks`, with its types and its `EXTENSION`.

    >>> from mcp_bindings.extensions import extended, tasks
    >>> rev = extended("2026-07-28", [tasks.EXTENSION])
    >>> rev.methods["tasks/get"].results
    ('GetTaskResult',)
"""

from .extended_revision import ExtendedRevision, extended
from .extension import Extension
