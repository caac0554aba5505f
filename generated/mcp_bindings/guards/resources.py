"""URIs of resources, and URI templates by RFC 6570: checks, expansion, and the matching of unambiguous templates.

Pages: /specification/2025-11-25/server/resources#resource-templates,
/specification/2025-11-25/server/resources#security-considerations.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from ..errors import ProtocolError, shorten
from ..lint.formats import find_scheme, is_uri
from ..options import check_class
from ..spec.error_codes import INVALID_PARAMS

VariableValue: TypeAlias = "str | Sequence[str] | Mapping[str, str]"
"""The value of a variable: a text, a list, or a mapping of names to texts."""

_MAX_TEMPLATE = 8_192
_MAX_MATCHED_URI = 8_192
"""Largest length of a URI that is matched with a template, in characters."""

_ENCODED = r"%[0-9A-Fa-f]{2}"
_LITERAL = re.compile(
    rf"(?:[!#$&-;=?-\[\]_a-z~\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\ue000-\uf8ff\U00010000-\U000efffd"
    rf"\U000f0000-\U0010fffd]|{_ENCODED})*"
)
_NAME = re.compile(rf"(?:[A-Za-z0-9_]|{_ENCODED})(?:\.?(?:[A-Za-z0-9_]|{_ENCODED}))*")
_VARIABLE = re.compile(rf"({_NAME.pattern})(?:(\*)|:([1-9][0-9]{{0,3}}))?")
_TRIPLET = re.compile(_ENCODED)

_RESERVED = ":/?#[]@!$&'()*+,;="
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PLAIN = _UNRESERVED | set(_RESERVED)


class _Operator(NamedTuple):
    """An operator of expressions in URI templates, with the properties that RFC 6570 lists in appendix A."""

    first: str
    separator: str
    is_named: bool
    if_empty: str
    """The text after the name of a variable whose value is empty."""

    keeps_reserved: bool


_OPERATORS: Mapping[str, _Operator] = {
    "": _Operator("", ",", False, "", False),
    "+": _Operator("", ",", False, "", True),
    "#": _Operator("#", ",", False, "", True),
    ".": _Operator(".", ".", False, "", False),
    "/": _Operator("/", "/", False, "", False),
    ";": _Operator(";", ";", True, "", False),
    "?": _Operator("?", "&", True, "=", False),
    "&": _Operator("&", "&", True, "=", False),
}
_MATCHABLE_OPERATORS = ("", "+", "/")


class _Variable(NamedTuple):
    name: str
    explodes: bool
    prefix: int | None


class _Expression(NamedTuple):
    operator: str
    variables: tuple[_Variable, ...]


class UriTemplate:
    """A URI template by RFC 6570.

    Args:
        template: the text of the template.

    Raises:
        TypeError: the argument is no text.
        ValueError: the text is no URI template by RFC 6570, or has more than 8,192 characters.

    Attributes:
        template: the argument of this name.
        variables: names of the variables, each once, in the order of the template.
    """

    def __init__(self, template: str) -> None:
        check_class("template", template, str, "a text such as 'note:///{id}'")
        if len(template) > _MAX_TEMPLATE:
            raise ValueError(f"a URI template of {len(template)} characters, more than {_MAX_TEMPLATE} characters")
        self.template = template
        self._parts = _parse_template(template)
        named = (each.name for part in self._parts if isinstance(part, _Expression) for each in part.variables)
        self.variables: tuple[str, ...] = tuple(dict.fromkeys(named))

    @property
    def is_matchable(self) -> bool:
        """True if URIs can be matched: all expressions are `{v}`, `{+v}` or `{/v}`, with each variable once."""
        expressions = [part for part in self._parts if isinstance(part, _Expression)]
        plain = all(
            each.operator in _MATCHABLE_OPERATORS and each.variables == ((each.variables[0].name, False, None),)
            for each in expressions
        )
        return plain and len(expressions) == len(self.variables)

    def expand(self, values: Mapping[str, VariableValue]) -> str:
        """Return the URI for these values of variables.

        Variables without a value, or with an empty list or mapping, are left out.

        Raises:
            ValueError: a variable with a prefix has a list or a mapping as its value, or a value has half of a
                surrogate pair.
            TypeError: a value is no text, and no list or mapping of texts.
        """
        return "".join(
            part if isinstance(part, str) else _expand_expression(part, _OPERATORS[part.operator], values)
            for part in self._parts
        )

    def match(self, uri: str) -> dict[str, str] | None:
        """Return the values of variables for which `expand` returns the given URI.

        If several values match, each variable from left to right gets the longest possible value. Values of `{v}` and
        `{/v}` are decoded; a value of `{+v}` stays encoded. A value may have any characters, `/` and `..` included, so
        check paths that are made of values with `FileRoots`.

        Returns:
            The values by variable, without the variable of a `{/v}` that the URI omits. None if the URI does not match
            or has more than 8,192 characters.

        Raises:
            ValueError: the template has expressions that cannot be matched, so `is_matchable` is False.
        """
        if not self.is_matchable:
            raise ValueError("only templates with {v}, {+v} and {/v}, each variable once, can be matched")
        if len(uri) > _MAX_MATCHED_URI:
            return None
        texts = _split_uri(uri, self._parts)
        if texts is None:
            return None
        values: dict[str, str] = {}
        for part, text in zip(self._parts, texts, strict=True):
            if isinstance(part, str) or (part.operator == "/" and not text):
                continue
            try:
                values[part.variables[0].name] = text if part.operator == "+" else _decode_value(text, part.operator)
            except UnicodeDecodeError:
                return None
        return values


def _parse_template(template: str) -> tuple[str | _Expression, ...]:
    parts: list[str | _Expression] = []
    rest = template
    while rest:
        literal, brace, rest = rest.partition("{")
        if _LITERAL.fullmatch(literal) is None:
            raise ValueError("not a URI template: a character that is not allowed outside of an expression")
        if literal:
            parts.append(_encode_value(literal, keeps_reserved=True))
        if brace:
            inner, brace, rest = rest.partition("}")
            if not brace:
                raise ValueError(f"not a URI template: {{{shorten(inner)} lacks the closing brace")
            parts.append(_parse_expression(inner))
    return tuple(parts)


def _parse_expression(inner: str) -> _Expression:
    operator = inner[:1] if inner[:1] in _OPERATORS else ""
    variables: list[_Variable] = []
    for text in inner[len(operator) :].split(","):
        found = _VARIABLE.fullmatch(text)
        if found is None:
            raise ValueError(
                f"not a URI template: {{{shorten(inner)}}} has an unknown operator or no valid variable; "
                "write {name}, or {+name} for a value with slashes"
            )
        name, star, prefix = found.groups()
        variables.append(_Variable(name, star is not None, None if prefix is None else int(prefix)))
    return _Expression(operator, tuple(variables))


def _expand_expression(expression: _Expression, operator: _Operator, values: Mapping[str, VariableValue]) -> str:
    found: list[str] = []
    for variable in expression.variables:
        value = values.get(variable.name)
        if isinstance(value, str):
            text = _encode_value(value[: variable.prefix], keeps_reserved=operator.keeps_reserved)
            found.append(_format_value(variable.name, text, operator))
        elif value:  # an empty list or mapping counts as undefined
            if variable.prefix is not None:
                raise ValueError(f"the value of {variable.name} is no text, so it has no prefix")
            found += _expand_list(variable, value, operator)
    return operator.first + operator.separator.join(found) if found else ""


def _expand_list(variable: _Variable, value: Sequence[str] | Mapping[str, str], operator: _Operator) -> list[str]:
    def encode_item(text: str) -> str:
        return _encode_value(text, keeps_reserved=operator.keeps_reserved)

    if isinstance(value, Mapping):
        pairs = [(encode_item(name), encode_item(text)) for name, text in value.items()]
        if variable.explodes:
            return [
                f"{name}{'=' if text or not operator.is_named else operator.if_empty}{text}" for name, text in pairs
            ]
        return [_format_value(variable.name, ",".join(each for pair in pairs for each in pair), operator)]
    texts = [encode_item(text) for text in value]
    if variable.explodes:
        return [_format_value(variable.name, text, operator) for text in texts]
    return [_format_value(variable.name, ",".join(texts), operator)]


def _format_value(name: str, text: str, operator: _Operator) -> str:
    if not operator.is_named:
        return text
    return f"{name}={text}" if text else f"{name}{operator.if_empty}"


def _encode_value(text: str, *, keeps_reserved: bool) -> str:
    if not keeps_reserved:
        return quote(text, safe="")
    pieces: list[str] = []
    end = 0
    for triplet in _TRIPLET.finditer(text):
        pieces += quote(text[end : triplet.start()], safe=_RESERVED), triplet[0]
        end = triplet.end()
    return "".join([*pieces, quote(text[end:], safe=_RESERVED)])


def _decode_value(text: str, operator: str) -> str:
    return unquote(text[len(operator) :], errors="strict")


def _split_uri(uri: str, parts: Sequence[str | _Expression]) -> list[str] | None:
    """Split a URI into one text for each part of a template; return None if the URI does not match.

    The time is proportional to the number of parts multiplied by the length of the URI.
    """
    if parts and isinstance(parts[0], str) and not uri.startswith(parts[0]):
        return None  # most URIs, in less time
    # First, for each part from the last to the first, come the offsets from which this part and all later parts match.
    # Then each part, from the first to the last, gets the longest text that ends at an offset from which all later
    # parts match.
    units = _measure_characters(uri)
    fits: list[bytearray] = [bytearray(len(uri) + 1)]
    fits[0][len(uri)] = 1
    for part in reversed(parts):
        fits.append(_find_match_starts(part, uri, units, fits[-1]))
    fits.reverse()
    if not fits[0][0]:
        return None
    texts: list[str] = []
    place = 0
    for part, after in zip(parts, fits[1:], strict=True):
        end = place + len(part) if isinstance(part, str) else _find_match_end(part, uri, units, place, after)
        texts.append(uri[place:end])
        place = end
    return texts


def _measure_characters(uri: str) -> list[int]:
    """Return the length of the character that begins at each offset: 3 if percent-encoded, 0 if not allowed, else 1."""
    lengths = [1 if character in _PLAIN else 0 for character in uri]
    for triplet in _TRIPLET.finditer(uri):
        lengths[triplet.start()] = 3
    return lengths


def _allows_character(part: _Expression, character: str) -> bool:
    return part.operator == "+" or character == "%" or character in _UNRESERVED


def _find_match_starts(part: str | _Expression, uri: str, units: Sequence[int], after: bytearray) -> bytearray:
    """Return, as a flag for each offset of a URI, whether a part and all later parts match from there to the end.

    Args:
        part: a literal or an expression.
        uri: the URI to match.
        units: the length of the character at each offset.
        after: the flags of the offsets from which all later parts match.
    """
    found = bytearray(len(uri) + 1)
    if isinstance(part, str):
        place = uri.find(part)
        while place >= 0:
            found[place] = after[place + len(part)]
            place = uri.find(part, place + 1)
        return found
    inside = bytearray(after)  # the places from which the rest of a value and the later parts match
    for place in range(len(uri) - 1, -1, -1):
        if units[place] and not inside[place] and _allows_character(part, uri[place]):
            inside[place] = inside[place + units[place]]
    if part.operator != "/":
        return inside
    for place in range(len(uri) + 1):  # without a value, not even the slash is there
        found[place] = after[place] or (uri[place : place + 1] == "/" and inside[place + 1])
    return found


def _find_match_end(part: _Expression, uri: str, units: Sequence[int], place: int, after: bytearray) -> int:
    """Return the last offset at which the text of an expression can end, if the later parts must match from there.

    Return -1 if there is no such offset.
    """
    best = place if after[place] else -1
    if part.operator == "/":
        if uri[place : place + 1] != "/":
            return place
        place += 1
        best = place if after[place] else best
    while place < len(uri) and units[place] and _allows_character(part, uri[place]):
        place += units[place]
        best = place if after[place] else best
    return best


_MAX_URI = 8_192
"""Greatest number of characters that the URI of a resource may have. HTTP servers usually allow fewer."""


def check_resource_uri(uri: str, schemes: Collection[str] | None = None) -> None:
    """Check that a text is a URI by RFC 3986, at most 8,192 characters long.

    A valid `file` URI may still lead out of a directory, so check it with `FileRoots` too.

    Args:
        uri: the URI of a resource, as received.
        schemes: the allowed schemes in lower case; None to allow all.

    Raises:
        ProtocolError: the text is no URI, is too long, or has a scheme that is not allowed.
    """
    if len(uri) > _MAX_URI or not is_uri(uri):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: uri is not a URI by RFC 3986")
    if schemes is not None and str(find_scheme(uri)).lower() not in schemes:
        raise ProtocolError(INVALID_PARAMS, "Invalid params: the server has no resources with the scheme of uri")


class ResourcePattern:
    """A matcher of URIs for one URI template, even for a template that `UriTemplate` cannot match.

    If the template is not valid, or has expressions that cannot be matched, such as those of a query, only the text
    before its first expression is compared, percent-encoded as in a URI. The handler then has to check the rest of the
    URI.

    Args:
        template: the template, as the server lists it.

    Attributes:
        variables: the names of the template's variables; None if the template is not valid.
    """

    def __init__(self, template: str) -> None:
        before = template.partition("{")[0].encode("utf-8", "replace").decode("utf-8")
        self._before = _encode_value(before, keeps_reserved=True)
        try:
            self._template: UriTemplate | None = UriTemplate(template)
        except ValueError:
            self._template = None
        self.variables: tuple[str, ...] | None = None if self._template is None else self._template.variables

    def matches(self, uri: str) -> bool:
        """Return whether a URI matches the template, as far as it can be compared with the template."""
        if not uri.startswith(self._before):
            return False
        template = self._template
        return template is None or not template.is_matchable or template.match(uri) is not None
