"""The error codes of revision draft, which are now those of 2026-07-28."""

from __future__ import annotations

from ..v2026_07_28.error_codes import ERROR_CODES as ERROR_CODES
from ..v2026_07_28.error_codes import ERROR_RANGES as ERROR_RANGES
from ..v2026_07_28.error_codes import HEADER_MISMATCH as HEADER_MISMATCH
from ..v2026_07_28.error_codes import INTERNAL_ERROR as INTERNAL_ERROR
from ..v2026_07_28.error_codes import INVALID_PARAMS as INVALID_PARAMS
from ..v2026_07_28.error_codes import INVALID_REQUEST as INVALID_REQUEST
from ..v2026_07_28.error_codes import METHOD_NOT_FOUND as METHOD_NOT_FOUND
from ..v2026_07_28.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY as MISSING_REQUIRED_CLIENT_CAPABILITY
from ..v2026_07_28.error_codes import PARSE_ERROR as PARSE_ERROR
from ..v2026_07_28.error_codes import RESOURCE_NOT_FOUND as RESOURCE_NOT_FOUND
from ..v2026_07_28.error_codes import SAMPLING_REFUSED as SAMPLING_REFUSED
from ..v2026_07_28.error_codes import UNSUPPORTED_PROTOCOL_VERSION as UNSUPPORTED_PROTOCOL_VERSION
from ..v2026_07_28.error_codes import URL_ELICITATION_REQUIRED as URL_ELICITATION_REQUIRED
