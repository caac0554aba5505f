"""Guards: functions that a server or a client checks the content of messages with.

`mb.Guards` says which of them a server or a client uses by itself. `ToolGuard` checks values against JSON Schemas.
`check_prompt_arguments`, `check_resource_uri`, `UriTemplate` and `FileRoots` check what names prompts, resources and
files. `Cursors` binds what a client presents to the principal that it was made for. `TokenBuckets` and `WorkSlots`
bound how much work there is, `check_blobs` and `decode_blob` how large binary data is; `LogCleaner` removes secrets.
`hinted_model` chooses the model that a server hints at.
"""

from ..schema.work import SchemaRefusedError
from .binary_data import check_blobs, decode_blob
from .cursors import Cursors
from .file_roots import FileRoots
from .log_cleaning import LogCleaner
from .model_hints import hinted_model
from .prompts import check_prompt_arguments
from .rates import WORK_OF_METHOD, Rate, TokenBuckets
from .resources import UriTemplate, check_resource_uri
from .switches import NO_GUARDS
from .tools import ToolGuard
from .work_slots import TooBusyError, WorkSlots
