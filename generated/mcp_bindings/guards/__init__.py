"""Guards: functions and classes that check the content of messages for a server or a client.

`mb.Guards` chooses the guards that a server or a client uses by itself. `ToolGuard` checks values against JSON Schemas.
`check_prompt_arguments`, `check_resource_uri`, `UriTemplate` and `FileRoots` check arguments of prompts, URIs of
resources, and paths of files. `Cursors` binds each cursor to a principal. `TokenBuckets` limits the rate of work,
`WorkSlots` limits the work at once, and `check_blobs` the size of binary data. `LogCleaner` removes secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..schema.library import SchemaRefusedError
    from .binary_data import check_blobs
    from .file_roots import FileRoots
    from .guard_choice import NO_GUARDS
    from .log_cleaning import LogCleaner
    from .prompts import check_prompt_arguments
    from .rates import WORK_OF_METHOD, Rate, TokenBuckets
    from .resources import UriTemplate, check_resource_uri
    from .signed_cursors import Cursors
    from .tools import ToolGuard
    from .work_slots import TooBusyError, WorkSlots

__all__ = [
    "NO_GUARDS",
    "WORK_OF_METHOD",
    "Cursors",
    "FileRoots",
    "LogCleaner",
    "Rate",
    "SchemaRefusedError",
    "TokenBuckets",
    "TooBusyError",
    "ToolGuard",
    "UriTemplate",
    "WorkSlots",
    "check_blobs",
    "check_prompt_arguments",
    "check_resource_uri",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".schema.library": ("SchemaRefusedError",),
            "binary_data": ("check_blobs",),
            "file_roots": ("FileRoots",),
            "guard_choice": ("NO_GUARDS",),
            "log_cleaning": ("LogCleaner",),
            "prompts": ("check_prompt_arguments",),
            "rates": ("WORK_OF_METHOD", "Rate", "TokenBuckets"),
            "resources": ("UriTemplate", "check_resource_uri"),
            "signed_cursors": ("Cursors",),
            "tools": ("ToolGuard",),
            "work_slots": ("TooBusyError", "WorkSlots"),
        },
    )
