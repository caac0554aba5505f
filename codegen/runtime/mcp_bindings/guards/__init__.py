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
    from ..schema.compiled import CompiledSchema as CompiledSchema
    from ..schema.compiled import CompiledSchemas as CompiledSchemas
    from ..schema.compiled import has_validator as has_validator
    from ..schema.dialects import DIALECTS as DIALECTS
    from ..schema.work import SchemaRefusedError as SchemaRefusedError
    from .binary_data import blob_bytes as blob_bytes
    from .binary_data import check_blobs as check_blobs
    from .binary_data import decode_blob as decode_blob
    from .binary_data import decoded_size as decoded_size
    from .binary_data import fits_media_type as fits_media_type
    from .binary_data import untrue_media_types as untrue_media_types
    from .cursors import Cursors as Cursors
    from .file_roots import FileRoots as FileRoots
    from .file_roots import path_of_file_uri as path_of_file_uri
    from .log_cleaning import SECRET_NAMES as SECRET_NAMES
    from .log_cleaning import SECRET_PATTERNS as SECRET_PATTERNS
    from .log_cleaning import LogCleaner as LogCleaner
    from .model_hints import hinted_model as hinted_model
    from .prompts import check_prompt_arguments as check_prompt_arguments
    from .rates import WORK_OF_METHOD as WORK_OF_METHOD
    from .rates import Rate as Rate
    from .rates import RateLimiter as RateLimiter
    from .rates import TokenBuckets as TokenBuckets
    from .rates import WorkKind as WorkKind
    from .resources import UriTemplate as UriTemplate
    from .resources import check_resource_uri as check_resource_uri
    from .session_ids import is_session_id as is_session_id
    from .session_ids import may_use_session as may_use_session
    from .session_ids import new_session_id as new_session_id
    from .switches import NO_GUARDS as NO_GUARDS
    from .switches import Guards as Guards
    from .tools import ToolGuard as ToolGuard
    from .tools import elicited_findings as elicited_findings
    from .work_slots import TooBusyError as TooBusyError
    from .work_slots import WorkSlots as WorkSlots

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
    "is_session_id",
    "may_use_session",
    "new_session_id",
    "path_of_file_uri",
    "untrue_media_types",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "binary_data": [
                "blob_bytes",
                "check_blobs",
                "decode_blob",
                "decoded_size",
                "fits_media_type",
                "untrue_media_types",
            ],
            "cursors": ["Cursors"],
            "file_roots": ["FileRoots", "path_of_file_uri"],
            "log_cleaning": ["LogCleaner", "SECRET_NAMES", "SECRET_PATTERNS"],
            "model_hints": ["hinted_model"],
            "prompts": ["check_prompt_arguments"],
            "rates": ["Rate", "RateLimiter", "TokenBuckets", "WORK_OF_METHOD", "WorkKind"],
            "resources": ["UriTemplate", "check_resource_uri"],
            ".schema.work": ["SchemaRefusedError"],
            ".schema.compiled": ["CompiledSchema", "CompiledSchemas", "has_validator"],
            ".schema.dialects": ["DIALECTS"],
            "session_ids": ["is_session_id", "may_use_session", "new_session_id"],
            "switches": ["Guards", "NO_GUARDS"],
            "tools": ["ToolGuard", "elicited_findings"],
            "work_slots": ["TooBusyError", "WorkSlots"],
        },
    )
