"""Actions that change error codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_object, member_at
from ..renames import list_names
from ..revisions import revision
from ..schema.places import Place
from ..spec.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY, to_revision_code
from ..spec.names import READ_RESOURCE
from .members import parse_rule_value
from .outcome import Refused
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered


def _replace_code(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace an error code in the range of the rule by the rule's code."""
    low, high, code = parse_rule_value(rule)
    if _has_code_in(value, low, high):
        walk.add_edit(rule, "replace", ((place, "error"), "code"), code)


def _replace_reserved_code(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace an error code in the range of the rule by the rule's code.

    An error that names missing capabilities under the newer revision's code for them keeps this code.
    """
    missing = to_revision_code(revision(rule.step).error_codes, MISSING_REQUIRED_CLIENT_CAPABILITY)
    if not (_has_code_in(value, missing, missing) and _names_capabilities(value)):
        _replace_code(walk, rule, value, place)


def _refuse_code(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse an error with a code from the range of the rule.

    Raises:
        Refused: the code is in the range of the rule.
    """
    low, high = parse_rule_value(rule)
    if _has_code_in(value, low, high):
        raise Refused(rule)


def _replace_by_missing_capability(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the older code for missing client capabilities by the newer code, if the error names capabilities."""
    old, new = parse_rule_value(rule)
    if _has_code_in(value, old, old) and _names_capabilities(value):
        walk.add_edit(rule, "replace", ((place, "error"), "code"), new)


def _replace_older_not_found(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the older code for a missing resource by the newer code.

    The edit is lossy unless the request is `resources/read` and the error names the resource.
    """
    old, new = parse_rule_value(rule)
    if _has_code_in(value, old, old):
        is_certain = walk.method in list_names(READ_RESOURCE) and _names_resource(value)
        walk.add_edit(rule, "replace", ((place, "error"), "code"), new, lossy=not is_certain)


def _replace_newer_not_found(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the code for invalid params by the older code for a missing resource.

    The error must name a resource, and answer `resources/read`. Any other error is kept.

    Raises:
        Refused: the context lacks the method of the request.
    """
    old, new = parse_rule_value(rule)
    if _has_code_in(value, new, new) and _names_resource(value):
        if walk.method is None:
            raise Refused(rule, "method")
        if walk.method in list_names(READ_RESOURCE):
            walk.add_edit(rule, "replace", ((place, "error"), "code"), old)


def _keep_not_found(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Keep a code that the target reads as the code for a missing resource, if the error names a resource."""
    if _names_resource(value):
        _keep_code(walk, rule, value, place)


def _keep_code(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Keep the code of the rule, though the code has another meaning in the target.

    Add an edit without effect, since the reverse translation replaces the code.
    """
    code = parse_rule_value(rule)
    if _has_code_in(value, code, code):
        walk.add_edit(rule, "replace", ((place, "error"), "code"), code)


def _add_null_id(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Add the id null to an error without an id."""
    if is_object(value) and "id" not in value:
        walk.add_edit(rule, "add", (place, "id"), None)


def _has_code_in(value: object, low: int, high: int) -> bool:
    code = member_at(value, "error", "code")
    return isinstance(code, (int, float)) and not isinstance(code, bool) and low <= code <= high


def _names_capabilities(value: object) -> bool:
    required = member_at(value, "error", "data", "requiredCapabilities")
    return is_object(required) and bool(required)


def _names_resource(value: object) -> bool:
    return isinstance(member_at(value, "error", "data", "uri"), str)


ACTIONS: Mapping[str, RuleAction] = {
    "replace_code": _replace_code,
    "replace_reserved": _replace_reserved_code,
    "refuse_code": _refuse_code,
    "to_missing_capability": _replace_by_missing_capability,
    "to_newer_not_found": _replace_older_not_found,
    "to_older_not_found": _replace_newer_not_found,
    "keep_code": _keep_code,
    "keep_not_found": _keep_not_found,
    "null_id": _add_null_id,
}
