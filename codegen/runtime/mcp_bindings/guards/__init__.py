"""Guards: functions that a server or a client checks the content of messages with.

`Guards` says which of them a server or a client uses by itself. `ToolGuard`, `CompiledSchemas` and `elicited_findings`
check values against JSON Schemas. `check_prompt_arguments`, `check_resource_uri`, `UriTemplate` and `FileRoots` check
what names prompts, resources and files. `Cursors`, `new_session_id` and `may_use_session` bind what a client presents
to the principal that it was made for. `TokenBuckets` and `WorkSlots` bound how much work there is, `check_blobs` how
large binary data is; `LogCleaner` removes secrets.
"""

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
