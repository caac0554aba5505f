"""The check that a request has the arguments that its prompt requires.

Page: /specification/2025-11-25/server/prompts#error-handling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import ProtocolError, shorten
from ..json_values import is_array, is_object
from ..spec.error_codes import INVALID_PARAMS


def check_prompt_arguments(prompt: Mapping[str, Any], arguments: Iterable[str] | None) -> None:
    """Check that a request has every argument that a prompt requires.

    Args:
        prompt: a `Prompt` as JSON.
        arguments: the arguments of the request, or their names; None without arguments.

    Raises:
        ProtocolError: an argument is missing. In the data of the error, `missing` lists the names of all missing
            arguments.
    """
    present = frozenset(() if arguments is None else arguments)
    declared = prompt.get("arguments")
    missing: list[str] = []
    for each in declared if is_array(declared) else ():
        if is_object(each) and each.get("required") is True and each["name"] not in present:
            missing.append(each["name"])
    if missing:
        text = f"Invalid params: the prompt requires {shorten(', '.join(missing))}"
        raise ProtocolError(INVALID_PARAMS, text, data={"missing": missing})
