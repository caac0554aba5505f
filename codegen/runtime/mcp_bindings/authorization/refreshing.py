"""The actions of a flow that exchange a refresh token. One flow at a time does, among all that share a storage.

Page: /specification/2026-07-28/basic/authorization#refresh-tokens.
"""

from __future__ import annotations

from dataclasses import replace

from .flow_memory import FlowMemory, Happening, Outcome, give_up
from .granting import after_error, known_client, obtain_client
from .requests import Audience, auth_method, refresh_form, token_request
from .responses import read_tokens
from .steps import Wait
from .storage import TokenRecord

_LEASE_SECONDS = 30.0
"""For how long one flow alone may refresh; after that, another may."""

_MAX_WAITS = 64
"""How often a flow waits for another in a row."""

_MAX_FAILED_REFRESHES = 2
"""After so many refreshes in a row that fail for no stated reason, the user is asked to sign in."""

_PAUSE = 0.5
_MAX_TRIES = 4


def refresh(flow: FlowMemory) -> Outcome:
    """Refresh the stored tokens, use those that another flow has got, or wait for it."""
    assert flow.server is not None
    for _ in range(_MAX_TRIES):
        record, now = flow.storage.tokens(flow.key), flow.clock()
        tokens = record.tokens
        if tokens is None or tokens.refresh is None:
            return obtain_client(flow)
        if tokens.access != flow.sent and not tokens.is_expired(now):
            return flow.use(tokens.access)
        if flow.history.failed_refreshes >= _MAX_FAILED_REFRESHES:
            flow.history.failed_refreshes = 0
            return obtain_client(flow)
        if record.refreshing_until is not None and 0 < record.refreshing_until - now <= _LEASE_SECONDS:
            return _wait(flow, min(_PAUSE, record.refreshing_until - now))
        flow.registration = client = known_client(flow)
        server = flow.server
        method = (
            auth_method(client, server.token_auth_methods, server.token_auth_algorithms) if client is not None else None
        )
        url = flow.server.token_endpoint
        if client is None or client.client_id != tokens.client_id or method is None or url is None:
            return obtain_client(flow)
        if flow.storage.swap_tokens(flow.key, record.version, TokenRecord(0, tokens, now + _LEASE_SECONDS)):
            flow.claimed = tokens
            fields = refresh_form(tokens.refresh, flow.resource_parameter())
            return "refreshing", token_request(url, client, method, fields, Audience(flow.issuer, now))
    return _wait(flow, _PAUSE)


def refresh_after_waiting(flow: FlowMemory, _: Happening) -> Outcome:
    """Look again at what is stored."""
    return refresh(flow)


def read_refreshed(flow: FlowMemory, happening: Happening) -> Outcome:
    """Store the new tokens, with the old refresh token unless the server has rotated it."""
    claimed = flow.claimed
    assert claimed is not None
    response = read_tokens(
        happening.status, happening.body, "refresh_token", flow.clock(), claimed.scopes, claimed.client_id
    )
    if response is not None and response.tokens is not None:
        new = response.tokens
        flow.claimed = None
        flow.store(new if new.refresh is not None else replace(new, refresh=claimed.refresh))
        return flow.use(new.access)
    is_lost = response is None or response.consequence != "unavailable"
    release(flow, is_lost=is_lost)
    stored = flow.storage.tokens(flow.key).tokens
    if stored is not None and stored != claimed and not stored.is_expired(flow.clock()):
        return flow.use(stored.access)
    flow.history.failed_refreshes += not is_lost
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    return after_error(flow, response)


def release(flow: FlowMemory, *, is_lost: bool = False) -> None:
    """Let other flows refresh the tokens that this flow refreshes; discard them if they are lost."""
    claimed, flow.claimed = flow.claimed, None
    if claimed is None:
        return
    record = flow.storage.tokens(flow.key)
    if record.tokens == claimed:
        flow.storage.swap_tokens(flow.key, record.version, TokenRecord(0, None if is_lost else claimed))


def _wait(flow: FlowMemory, seconds: float) -> Outcome:
    flow.waits += 1
    if flow.waits > _MAX_WAITS:
        return give_up("token server unavailable", "another flow does not finish refreshing the same tokens")
    return "waiting", Wait(seconds)
