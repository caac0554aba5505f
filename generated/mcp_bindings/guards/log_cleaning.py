"""Removal of secrets from log messages: by patterns of texts, by names of members, and by JSON Pointers.

Page: /specification/2025-11-25/server/utilities/logging#security.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from pydantic_core import to_jsonable_python

from ..codec.encoding import dump_any
from ..errors import quote_value
from ..json_values import is_array, is_object, unescape_token
from ..limits import MAX_DEPTH
from ..options import check_class, check_list, check_texts
from ..wire.model import WireModel

REMOVED = "[removed]"
"""The text in place of a secret."""

SECRET_NAMES = frozenset(
    {
        *("accesskey", "accesstoken", "apikey", "apitoken", "assertion", "authorization", "authtoken", "bearertoken"),
        *("clientassertion", "clientsecret", "codeverifier", "cookie", "credential", "credentials", "idtoken", "jwt"),
        *("mcpsessionid", "passphrase", "passwd", "password", "privatekey", "proxyauthorization", "pwd"),
        *("refreshtoken", "secret", "secretaccesskey", "secretkey", "sessiontoken", "setcookie", "token", "xapikey"),
    }
)
"""Names of members whose values are secret, in lower case without `-`, `_` and spaces."""

_KEYWORD = r"pass(?:word|wd|phrase)|secret|credentials?|assertion|(?:api|access|private|secret)[_-]?key"
_HEADER = "authorization|cookie"
_ASSIGNMENT = r"[\"']?[ \t]{0,8}[:=][ \t]{0,8}(?![ \t])"
_ESCAPES = 1_000
"""Number of escapes in a quoted text up to which its end is searched, since `re` takes memory for each of them."""

_QUOTED = "|".join(
    rf"{quote}[^{quote}\\\n]*(?:\\.[^{quote}\\\n]*){{0,{_ESCAPES}}}(?:\\[^\n]*|{quote}?)" for quote in ('"', "'")
)
"""Pattern of a quoted text, or of its line from the quote on if the quoted text has too many escapes."""


_SECRET_PATTERNS = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|\Z)",
    r"(?<![\w-])eyJ[\w-]{8,}\.[\w.-]+",  # JSON Web Tokens
    rf"(?i:(?<![A-Za-z0-9])(?:{_HEADER}){_ASSIGNMENT})({_QUOTED}|[^\"'\r\n]+)",
    r"(?i:(?<![A-Za-z0-9])(?:bearer|basic|dpop)[ \t]+)([\w.~+/=-]{8,})",
    rf"(?i:(?<![A-Za-z0-9])(?:{_KEYWORD}){_ASSIGNMENT})({_QUOTED}|[^\s\"',;&]+)",
    rf"(?i:(?<![A-Za-z0-9])token{_ASSIGNMENT})({_QUOTED}|[^\s\"',;&]{{8,}})",
    r"(?<=://)([^\s/?#@:]*:[^\s/?#]*)(?=@)",  # user name and password of a URL
    r"(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])",
    r"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,})",
    r"(?<![\w-])(?:sk|pk|rk)[-_][\w-]{20,}",
    r"(?<![\w-])AIza[\w-]{30,}",
)
"""Patterns of secrets. If a pattern has a group, only the text of the group is secret. The module `re` compiles the
patterns when the first text is searched."""


_SOME_VALUE = "value-of-a-member"
"""A text that stands for the value of a member."""


_PATTERN_EXAMPLE = "a text, or a compiled pattern of texts"


def _check_patterns(patterns: Sequence[Any]) -> None:
    """Check the patterns of a `LogCleaner`.

    Raises:
        TypeError: a pattern is neither a text nor a pattern of texts.
        ValueError: a pattern is malformed.
    """
    for each in patterns:
        is_compiled = hasattr(each, "fullmatch")
        check_class("each of the patterns", each.pattern if is_compiled else each, str, _PATTERN_EXAMPLE)
        if not is_compiled:
            try:
                re.compile(each)
            except re.error as error:
                raise ValueError(f"patterns has {quote_value(each)}, which is no regular expression: {error}") from None


class LogCleaner:
    """A filter that removes secrets from the log messages of a server to its client.

    Patterns do not find every secret, so do not log a text that you know to be secret. The time that a call takes is
    proportional to the size of the message.

    Args:
        pointers: JSON Pointers to secret parts of `data`; a token `*` stands for any name or index.
        names: names of members with secret values, in place of the usual names. Upper and lower case, `-`, `_` and
            spaces make no difference. A value that is a number, a boolean or null is kept.
        patterns: patterns of secret texts, compiled or as texts, in place of the usual patterns. If a pattern has a
            group, only the text of this group is removed. If a pattern finds a value by the name before it, as in
            `password=…`, the values of members with such a name are secret too.

    Raises:
        TypeError: an argument is no list, or an item of it has a wrong type.
        ValueError: a pointer is not empty and does not begin with `/`, or a pattern is malformed.
    """

    def __init__(
        self,
        pointers: Iterable[str] = (),
        *,
        names: Collection[str] = SECRET_NAMES,
        patterns: Iterable[re.Pattern[str] | str] = _SECRET_PATTERNS,
    ) -> None:
        self._paths: list[tuple[str, ...]] = []
        for pointer in check_texts("pointers", pointers):
            if pointer and not pointer.startswith("/"):
                raise ValueError("a JSON Pointer begins with a slash, or is empty")
            self._paths.append(tuple(unescape_token(each) for each in pointer.split("/")[1:]))
        self._names = frozenset(map(_normalize_name, check_texts("names", names)))
        self._patterns = check_list("patterns", patterns, "patterns")
        if patterns is not _SECRET_PATTERNS:  # those are compiled when the first text is searched
            _check_patterns(self._patterns)

    def clean(self, data: Any) -> Any:
        """Return a copy of the `data` of a log message as JSON, with `[removed]` in place of each secret.

        Models, dataclasses, tuples and other values are first written as JSON, as in the message. Each part that is
        nested more than 200 levels deep is replaced too. Secrets in the names of members are replaced if a pattern
        finds them. A value that has no form in JSON stays as it is.
        """
        return self._clean_value(data, self._paths, 1)

    def clean_text(self, text: str) -> str:
        """Return a text with `[removed]` in place of each secret that a pattern finds."""
        for pattern in self._patterns:
            text = re.sub(pattern, _replace_secret, text)
        return text

    def _clean_value(self, value: Any, paths: list[tuple[str, ...]], level: int) -> Any:
        if () in paths or level > MAX_DEPTH:
            return REMOVED
        if value is None or isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, str):
            return self.clean_text(value)
        if is_array(value):
            return [
                self._clean_value(item, _strip_first_token(paths, str(place)), level + 1)
                for place, item in enumerate(value)
            ]
        try:
            if not is_object(value):
                return self._clean_value(_to_json(value), paths, level)
            members = [(_to_json_name(each), member) for each, member in value.items()]
        except ValueError:
            return value  # no message can be written with it
        return {
            self.clean_text(name): REMOVED
            if self._is_secret_member(name, member)
            else self._clean_value(member, _strip_first_token(paths, name), level + 1)
            for name, member in members
        }

    def _is_secret_member(self, name: str, member: Any) -> bool:
        """Return whether a member is secret by its name, or by a pattern that finds a value after the name.

        A number, such as a count of tokens, is never secret, nor is a boolean or null.
        """
        if member is None or isinstance(member, (bool, int, float)):
            return False
        if _normalize_name(name) in self._names:
            return True
        assigned, other = f"{name}={_SOME_VALUE}", f"{'x' * len(name)}={_SOME_VALUE}"
        return any(
            not re.sub(each, _replace_secret, assigned).endswith(_SOME_VALUE) and not re.search(each, other)
            for each in self._naming_patterns
        )

    @cached_property
    def _naming_patterns(self) -> Sequence[re.Pattern[str] | str]:
        """The patterns that may find a value by the name before it: those that do not find the value by itself."""
        return [each for each in self._patterns if re.search(each, _SOME_VALUE) is None]


def _normalize_name(name: str) -> str:
    """Return the name of a member in lower case, without `-`, `_` and spaces."""
    return re.sub(r"[-_ ]", "", name).lower()


def _strip_first_token(paths: list[tuple[str, ...]], token: str) -> list[tuple[str, ...]]:
    return [path[1:] for path in paths if path and path[0] in ("*", token)] if paths else paths


def _to_json_name(name: Any) -> str:
    """Return the name of a member as the text that it has in JSON."""
    return name if isinstance(name, str) else next(iter(to_jsonable_python({name: None})))


_COLLECTIONS = frozenset({tuple, set, frozenset})


def _to_json(value: Any) -> Any:
    """Return a value that is no JSON as JSON. The items of a tuple or set stay as they are.

    Raises:
        ValueError: the value has no form in JSON.
    """
    if isinstance(value, WireModel):
        return dump_any(value)
    return [*value] if value.__class__ in _COLLECTIONS else to_jsonable_python(value)


def _replace_secret(found: re.Match[str]) -> str:
    if not found.re.groups:
        return REMOVED
    start, end = found.span(1)
    whole, offset = found[0], found.start()
    return f"{whole[: start - offset]}{REMOVED}{whole[end - offset :]}"
