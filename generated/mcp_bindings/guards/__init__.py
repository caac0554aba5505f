"""Guards: functions that a server or a client checks the content of messages with.

`Guards` says which of them a server or a client uses by itself. `ToolGuard`, `CompiledSchemas` and `elicited_findings`
check values against JSON Schemas. `check_prompt_arguments`, `check_resource_uri`, `UriTemplate` and `FileRoots` check
what names prompts, resources and files. `Cursors`, `new_session_id` and `may_use_session` bind what a client presents
to the principal that it was made for. `TokenBuckets` and `WorkSlots` bound how much work there is, `check_blobs` how
large binary data is; `LogCleaner` removes secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..schema.compiled import CompiledSchema, CompiledSchemas, has_validator
    from ..schema.dialects import DIALECTS
    from ..schema.work import SchemaRefusedError
    from .binary_data import blob_bytes, check_blobs, decode_blob, decoded_size, fits_media_type, untrue_media_types
    from .cursors import Cursors
    from .file_roots import FileRoots, path_of_file_uri
    from .log_cleaning import SECRET_NAMES, SECRET_PATTERNS, LogCleaner
    from .model_hints import hinted_model
    from .prompts import check_prompt_arguments
    from .rates import WORK_OF_METHOD, Rate, RateLimiter, TokenBuckets, WorkKind
    from .resources import UriTemplate, check_resource_uri
    from .session_ids import may_use_session, new_session_id
    from .switches import NO_GUARDS, Guards
    from .tools import ToolGuard, elicited_findings
    from .work_slots import TooBusyError, WorkSlots

__all__ = [
    "DIALECTS",
    "NO_GUARDS",
    "SECRET_NAMES",
    "SECRET_PATTERNS",
    "WORK_OF_METHOD",
    "CompiledSchema",
    "CompiledSchemas",
    "Cursors",
    "FileRoots",
    "Guards",
    "LogCleaner",
    "Rate",
    "RateLimiter",
    "SchemaRefusedError",
    "TokenBuckets",
    "TooBusyError",
    "ToolGuard",
    "UriTemplate",
    "WorkKind",
    "WorkSlots",
    "blob_bytes",
    "check_blobs",
    "check_prompt_arguments",
    "check_resource_uri",
    "decode_blob",
    "decoded_size",
    "elicited_findings",
    "fits_media_type",
    "has_validator",
    "hinted_model",
    "may_use_session",
    "new_session_id",
    "path_of_file_uri",
    "untrue_media_types",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".schema.compiled": ("CompiledSchema", "CompiledSchemas", "has_validator"),
            ".schema.dialects": ("DIALECTS",),
            ".schema.work": ("SchemaRefusedError",),
            "binary_data": (
                "blob_bytes",
                "check_blobs",
                "decode_blob",
                "decoded_size",
                "fits_media_type",
                "untrue_media_types",
            ),
            "cursors": ("Cursors",),
            "file_roots": ("FileRoots", "path_of_file_uri"),
            "log_cleaning": ("SECRET_NAMES", "SECRET_PATTERNS", "LogCleaner"),
            "model_hints": ("hinted_model",),
            "prompts": ("check_prompt_arguments",),
            "rates": ("WORK_OF_METHOD", "Rate", "RateLimiter", "TokenBuckets", "WorkKind"),
            "resources": ("UriTemplate", "check_resource_uri"),
            "session_ids": ("may_use_session", "new_session_id"),
            "switches": ("NO_GUARDS", "Guards"),
            "tools": ("ToolGuard", "elicited_findings"),
            "work_slots": ("TooBusyError", "WorkSlots"),
        },
    )
