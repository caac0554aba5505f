"""Searches what the suite shows for secrets: tokens, codes, assertions, client secrets and private keys of the tests.

`tests/conftest.py` searches what each test prints and logs; the fixture of `tests/authorization` searches each step,
result, exception and URL of the package. Secrets of tests have names by which `SECRET` finds them, and every JWT and
private key is one.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable

SECRET = re.compile(
    r"(?:access|refresh|code)-\d+-secret"
    r"|client-secret-[\w-]+"
    r"|identity-of-\w+-secret"
    r"|assertion\.\d+\.secret"
    r"|secret of the machine"
    r"|opaque-marker|marker-of-a-token"
    r"|eyJ[\w-]{10,}\.[\w-]+\.[\w-]+"
    r"|BEGIN (?:[A-Z]+ )?PRIVATE KEY"
)


def secrets_in(texts: Iterable[str]) -> list[str]:
    """Each secret that is in one of the texts."""
    return sorted({found for text in texts for found in SECRET.findall(text)})


def shown_by(value: object) -> str:
    """Every text that a program may log of a value, or of an exception with those behind it."""
    if isinstance(value, BaseException):
        return "".join([f"{value!r} {vars(value)}", *traceback.format_exception(value)])
    return f"{value!r} {value} {getattr(value, 'url', '')}"
