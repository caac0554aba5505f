"""Guards: functions and classes that check the content of messages for a server or a client.

`mb.Guards` chooses the guards that a server or a client uses by itself. `ToolGuard` checks values against JSON Schemas.
`check_prompt_arguments`, `check_resource_uri`, `UriTemplate` and `FileRoots` check arguments of prompts, URIs of
resources, and paths of files. `Cursors` binds each cursor to a principal. `TokenBuckets` limits the rate of work,
`WorkSlots` limits the work at once, and `check_blobs` the size of binary data. `LogCleaner` removes secrets.
"""

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
