"""The header `WWW-Authenticate`: its grammar, and the parameters of Bearer challenges by revision.

Pages: RFC 9110 sections 11.2, 11.6.1 and 5.6, RFC 6750 section 3, RFC 9728 section 5.1, and
/specification/2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ..revisions import revision as revision_of
from ..spec.http_fields import FIELD_NAME

_SEPARATORS = re.compile(r"[ \t,]*")
_SCHEME = re.compile(rf"({FIELD_NAME})(?: +|(?=[ \t]*(?:,|\Z)))")
_TOKEN68 = re.compile(r"([A-Za-z0-9._~+/-]+=*)(?=[ \t]*(?:,|\Z))")
_PARAMETER = re.compile(
    rf"({FIELD_NAME})[ \t]*=[ \t]*(?:({FIELD_NAME})|\"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\U0010ffff]"
    r"|\\[\t \x21-\x7e\x80-\U0010ffff])*)\")(?=[ \t]*(?:,|\Z))"
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_TOKEN = re.compile(FIELD_NAME)
_VISIBLE_ASCII = re.compile(r"[\x20-\x7e]*")
_MUST_BE_ESCAPED = re.compile(r'(["\\])')
_ESCAPE = r"\\\1"
_MAX_WRITTEN = 4_096


class Challenge(NamedTuple):
    """One challenge in a header `WWW-Authenticate`."""

    scheme: str
    """The scheme in lower case, such as `bearer`."""

    parameters: tuple[tuple[str, str], ...]
    """Names and values of the parameters, in order: names in lower case, values without quotes and escapes."""

    token68: str = ""
    """The value that the challenge has instead of parameters (RFC 9110 section 11.2); empty if it has none."""


class BearerChallenge(NamedTuple):
    """The parameters of a Bearer challenge. A parameter is None if the challenge lacks it or no rule of the revision
    defines it.

    Values are not checked. Check `resource_metadata` with a `FetchPolicy` before you fetch it.
    """

    resource_metadata: str | None = None
    scope: tuple[str, ...] | None = None
    """The scopes, in order; None without the parameter."""

    error: str | None = None
    error_description: str | None = None


def read_bearer_challenge(value: str, revision: str) -> BearerChallenge | None:
    """Return the first Bearer challenge in a header, with the parameters that a revision defines.

    Args:
        value: value of the header `WWW-Authenticate`. Join the values of several headers with commas.
        revision: id of the revision.

    Returns:
        The challenge. None if the header has no Bearer challenge, or if the revision defines no parameters of
        challenges. Revisions before 2025-06-18 define none.

    Raises:
        UnknownRevision: the revision is not known.
        ValueError: the header is malformed, and the revision defines parameters of challenges. The message gives the
            offset of the fault in characters, from 0, and does not quote the header.
    """
    rules = revision_of(revision).authorization.challenges
    defined = {name for rule in rules for name in rule.parameters}
    found = next((each for each in parse_challenges(value) if each.scheme == "bearer"), None) if defined else None
    if found is None:
        return None
    parameters = {name: text for name, text in found.parameters if name in defined}
    scope = parameters.get("scope")
    return BearerChallenge(
        parameters.get("resource_metadata"),
        None if scope is None else tuple(scope.split()),
        parameters.get("error"),
        parameters.get("error_description"),
    )


def parse_challenges(value: str) -> tuple[Challenge, ...]:
    """Return all challenges in a header, in order. Skip empty elements of the header's list.

    Args:
        value: value of the header `WWW-Authenticate`. Join the values of several headers with commas.

    Raises:
        ValueError: the value is not a list of challenges, or a challenge has a parameter twice. The message gives the
            offset of the fault in characters, from 0, and does not quote the value.
    """
    found: list[Challenge] = []
    place = _find_match_end(_SEPARATORS, value, 0)
    while place < len(value):
        scheme = _SCHEME.match(value, place)
        if not scheme:
            raise ValueError(f"WWW-Authenticate has no scheme at character {place}")
        challenge, place = _parse_challenge(scheme[1].lower(), value, scheme.end())
        found.append(challenge)
        following = _find_match_end(_SEPARATORS, value, place)
        if following < len(value) and "," not in value[place:following]:
            raise ValueError(f"WWW-Authenticate has neither a comma nor a well-formed parameter at character {place}")
        place = following
    return tuple(found)


def write_challenge(parameters: Mapping[str, str]) -> str:
    """Return the text of a Bearer challenge. Each parameter's value is in quotes.

    Args:
        parameters: values of the parameters by name. Pass only values of the server itself, never those of a request.

    Raises:
        ValueError: a name is no token, a value has a character other than visible ASCII and spaces, or the challenge
            has more than 4,096 characters. Some servers and clients do not accept longer headers.
    """
    if not all(_TOKEN.fullmatch(name) and _VISIBLE_ASCII.fullmatch(text) for name, text in parameters.items()):
        raise ValueError("a challenge has visible ASCII characters and spaces only")
    listed = ", ".join(f'{name}="{_MUST_BE_ESCAPED.sub(_ESCAPE, text)}"' for name, text in parameters.items())
    challenge = f"Bearer {listed}".rstrip()
    if len(challenge) > _MAX_WRITTEN:
        raise ValueError(f"the challenge has more than {_MAX_WRITTEN} characters")
    return challenge


def _parse_challenge(scheme: str, value: str, place: int) -> tuple[Challenge, int]:
    """Return a challenge of a header, and the offset at which the challenge ends.

    Args:
        scheme: the scheme of the challenge, in lower case.
        value: value of the header.
        place: offset of the first character after the scheme and its spaces.

    Raises:
        ValueError: the challenge has a parameter twice.
    """
    # `a=` is a token68, `a=b` is a parameter; each must be followed by a comma or the end of the header.
    token68 = _TOKEN68.match(value, place)
    if token68:
        return Challenge(scheme, (), token68[1]), token68.end()
    parameters: dict[str, str] = {}
    end = place
    while parameter := _PARAMETER.match(value, place):
        name = parameter[1].lower()
        if name in parameters:
            raise ValueError(f"WWW-Authenticate has a parameter twice in one challenge, at character {place}")
        parameters[name] = parameter[2] or _ESCAPED.sub(r"\1", parameter[3] or "")
        end = parameter.end()
        place = _find_match_end(_SEPARATORS, value, end)
    return Challenge(scheme, tuple(parameters.items())), end


def _find_match_end(pattern: re.Pattern[str], value: str, place: int) -> int:
    match = pattern.match(value, place)
    return match.end() if match else place
