"""Actions that change `_meta`, which in the per-request era contains the data of the handshake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import EncodeError, shorten
from ..json_values import is_object, member_at
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..schema.conditions import find_first_repeated_item
from ..schema.places import Place
from ..spec.names import (
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    LOG_LEVEL_KEY,
    META,
    SERVER_INFO_KEY,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
)
from .context import REQUEST_META_KEYS, TranslationContext
from .outcome import Refused
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_PARAMS, _RESULT = "params", "result"
_MOST = 200
"""Largest number of characters of a clause that says why JSON cannot express a value."""

_MEMBERS = (
    (CAPABILITIES_KEY, "client_capabilities"),
    (CLIENT_INFO_KEY, "client_info"),
    (LOG_LEVEL_KEY, "log_level"),
)
"""Keys of `_meta`, each with the member of the context that has its value."""


def _add_request_meta(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Set the keys of `_meta` that replace the handshake: the target's version, and the data of the context.

    Of these keys, remove those for which the context has no data.

    Raises:
        Refused: the context lacks the capabilities of the client, or has an invalid value.
    """
    wanted = _make_request_meta(walk, rule)
    params = value.get(_PARAMS)
    if not is_object(params):
        walk.add_edit(
            rule, "add" if params is None and _PARAMS not in value else "replace", (place, _PARAMS), {META: wanted}
        )
        return
    meta, inside = params.get(META), ((place, _PARAMS), META)
    if not is_object(meta):
        lossy = META in params or _are_params_dropped(walk, params)
        walk.add_edit(rule, "add" if META not in params else "replace", inside, wanted, lossy=lossy)
        return
    for key in REQUEST_META_KEYS:
        if key in wanted:
            walk.add_edit(
                rule, "replace" if key in meta else "add", (inside, key), wanted[key], lossy=key in meta or not meta
            )
        elif key in meta:
            walk.add_edit(rule, "remove", (inside, key), lossy=True)


def _are_params_dropped(walk: Walk, params: Mapping[str, Any]) -> bool:
    """Return whether the reverse translation drops the params, since they are empty and not required in the source."""
    return not params and not walk.needs_params(walk.plan.source)


def _make_request_meta(walk: Walk, rule: TranslationRule) -> dict[str, Any]:
    """Return the members to add to `_meta`: the target's version, and the data of the context.

    Raises:
        Refused: a value of the context is missing or invalid.
    """
    context, plan, version = walk.context, walk.plan, walk.target.version
    cached = context.request_meta_by_version.get(version)
    if cached is not None and plan in context.checked_plans:
        return dict(cached)
    if context.client_capabilities is None:
        raise Refused(rule, "client_capabilities")
    try:
        wanted = context.request_meta
    except EncodeError as error:
        raise Refused(rule, _find_inexpressible_member(context), shorten(str(error), _MOST)) from None
    if plan not in context.checked_plans:
        for key, member in _MEMBERS:
            if key in wanted and not plan.is_valid_meta(key, wanted[key]):
                raise Refused(rule, member, plan.describe_meta_faults(key, wanted[key]))
        context.checked_plans.add(plan)
    context.request_meta_by_version[version] = {VERSION_KEY: version, **wanted}
    return {VERSION_KEY: version, **wanted}


def _find_inexpressible_member(context: TranslationContext) -> str:
    """Return the member of a context, of those that belong in `_meta`, that JSON cannot express."""
    for _, member in _MEMBERS:
        try:
            to_json_copy(getattr(context, member))
        except EncodeError:
            return member
    raise AssertionError(context)


def replace_version(walk: Walk, rule: TranslationRule, document: Any) -> None:
    """Replace the version that a request names by the version of the target. Do nothing if it names no version.

    Args:
        walk: the walk along the request, between two revisions whose requests name their version.
        rule: the rule behind the edit.
        document: the request.
    """
    plan = walk.plan
    named = member_at(document, _PARAMS, META, VERSION_KEY)
    version = (walk.target if walk.target.era == plan.target.era else plan.target).version
    if named is not None and named != version:
        place = ((None, _PARAMS), META), VERSION_KEY
        walk.add_edit(rule, "replace", place, version, lossy=named != plan.source.version)


def _add_server_info(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Add the `server_info` of the context to `_meta`, if the context has a `server_info`.

    Raises:
        Refused: the context's `server_info` is invalid.
    """
    context, plan = walk.context, walk.plan
    if context.server_info is None:
        return
    try:
        info = context.server_info_json
    except EncodeError as error:
        raise Refused(rule, "server_info", shorten(str(error), _MOST)) from None
    if (plan, _RESULT) not in context.checked_plans:
        if not plan.is_valid_meta(SERVER_INFO_KEY, info):
            raise Refused(rule, "server_info", plan.describe_meta_faults(SERVER_INFO_KEY, info))
        context.checked_plans.add((plan, _RESULT))
    inside = (place, _RESULT), META
    meta = value[_RESULT].get(META)
    if is_object(meta):
        walk.add_edit(rule, "add", (inside, SERVER_INFO_KEY), info, lossy=not meta)
    else:
        walk.add_edit(rule, "add", inside, {SERVER_INFO_KEY: info}, lossy=META in value[_RESULT])


def _drop_server_info(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the server's name and version from `_meta`, and a `_meta` with nothing else. Nothing is lost if
    `server_info` in the context is equal.
    """
    meta = member_at(value, _RESULT, META)
    if is_object(meta) and SERVER_INFO_KEY in meta:
        try:
            same = write_json(meta[SERVER_INFO_KEY]) == write_json(walk.context.server_info_json)
        except EncodeError:
            same = False
        if len(meta) > 1:
            walk.add_edit(rule, "remove", (((place, _RESULT), META), SERVER_INFO_KEY), lossy=not same)
        else:
            walk.add_edit(rule, "remove", ((place, _RESULT), META), lossy=not same)


def _drop_request_meta(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the keys of `_meta` that replace the handshake. Nothing is lost if the context has equal data."""
    meta = member_at(value, _PARAMS, META)
    if not is_object(meta):
        return
    plan, found = walk.plan, {key: meta[key] for key in REQUEST_META_KEYS if key in meta}
    try:
        settled = {VERSION_KEY: plan.source.version, **walk.context.request_meta}
        same = found == settled and (
            write_json(found) == write_json(settled)
            or find_first_repeated_item([found, settled], _return_unchanged) is not None
        )
    except EncodeError:
        same = False
    _remove_keys(walk, rule, value, place, list(found), lossy=not same)


def _return_unchanged(value: Any) -> Any:
    return value


def _add_subscription_id(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Add the context's subscription id to the `_meta` of a notification.

    Raises:
        Refused: the context has no subscription id.
    """
    id_ = walk.context.subscription_id
    if id_ is None:
        raise Refused(rule, "subscription_id")
    params, inside = value.get(_PARAMS), ((place, _PARAMS), META)
    if not is_object(params):
        walk.add_edit(rule, "add", (place, _PARAMS), {META: {SUBSCRIPTION_KEY: id_}})
    elif not is_object(params.get(META)):
        lossy = META in params or _are_params_dropped(walk, params)
        walk.add_edit(rule, "add", inside, {SUBSCRIPTION_KEY: id_}, lossy=lossy)
    else:
        walk.add_edit(rule, "add", (inside, SUBSCRIPTION_KEY), id_, lossy=not params[META])


def _drop_subscription_id(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the subscription id from the `_meta` of a notification. Nothing is lost if the context has that id."""
    meta = member_at(value, _PARAMS, META)
    if is_object(meta) and SUBSCRIPTION_KEY in meta:
        id_ = meta[SUBSCRIPTION_KEY]
        same = type(id_) is type(walk.context.subscription_id) and id_ == walk.context.subscription_id
        _remove_keys(walk, rule, value, place, [SUBSCRIPTION_KEY], lossy=not same)


def _remove_keys(
    walk: Walk, rule: TranslationRule, value: dict[str, Any], place: Place, keys: list[str], *, lossy: bool
) -> None:
    """Remove keys of `_meta`. If `_meta` has no other keys, remove the whole `_meta`.

    If the params have nothing but this `_meta`, and are optional in the target, remove the params.
    """
    params, meta = value[_PARAMS], value[_PARAMS][META]
    if len(keys) < len(meta):
        for key in keys:
            walk.add_edit(rule, "remove", (((place, _PARAMS), META), key), lossy=lossy)
    elif len(params) > 1 or walk.needs_params(walk.plan.target):
        walk.add_edit(rule, "remove", ((place, _PARAMS), META), lossy=lossy)
    else:
        walk.add_edit(rule, "remove", (place, _PARAMS), lossy=lossy)


ACTIONS: Mapping[str, RuleAction] = {
    "add_request_meta": _add_request_meta,
    "drop_request_meta": _drop_request_meta,
    "add_server_info": _add_server_info,
    "drop_server_info": _drop_server_info,
    "add_subscription_id": _add_subscription_id,
    "drop_subscription_id": _drop_subscription_id,
}
