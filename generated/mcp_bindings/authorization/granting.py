"""Actions of a flow that lead to tokens: authorization codes, grants of extensions, and refresh tokens.

Pages: /specification/2026-07-28/basic/authorization/client-registration and
/specification/2026-07-28/basic/authorization#authorization-flow-steps,
/specification/2026-07-28/basic/authorization#refresh-tokens.
"""

from __future__ import annotations

from dataclasses import replace

from .client_authentication import AssertionContext, choose_auth_method, make_token_request
from .credentials import Registration
from .flow_memory import FlowInput, FlowMemory, FlowOutcome, give_up
from .grants import EnterpriseManaged, Grant
from .requests import (
    make_assertion_form,
    make_authorization_url,
    make_client_credentials_form,
    make_code_form,
    make_exchange_form,
    make_refresh_form,
    make_registration_step,
    make_sign_in_attempt,
)
from .responses import (
    SUCCESSES,
    TokenResponse,
    is_unavailable,
    read_identity_grant,
    read_redirect,
    read_registration,
    read_token_response,
)
from .scope_rules import merge_scopes
from .steps import AskUser, OpenUrl, ProvideIdentity, Wait
from .storage import TokenRecord

_OFFLINE_ACCESS = "offline_access"


def _find_client_id(flow: FlowMemory) -> Registration | None:
    """Return the first client id that the flow can use without a request; None if the flow has no such id.

    The order is: an id registered beforehand, a stored id that the user has entered, the URL of the client's metadata
    document, a stored id that the server has issued. An expired id is skipped.
    """
    now, stored = flow.clock(), flow.find_obtained_registration()
    if stored is not None and stored.is_expired(now):
        stored = None
    beforehand = flow.profile_registration
    if beforehand is not None and not beforehand.is_expired(now):
        return beforehand
    if stored is not None and stored.kind == "user":
        return stored
    is_supported = flow.server is not None and flow.server.client_id_metadata_document_supported
    if flow.rules.metadata_documents and is_supported and flow.profile.metadata_url is not None:
        return Registration(flow.profile.metadata_url, kind="metadata document")
    return stored


def _find_client_id_for_sign_in(flow: FlowMemory) -> Registration | None:
    """Return the id that `_find_client_id` finds; None also if the server has issued it for another redirect URI.

    A refresh uses the id without this condition, since a refresh has no redirect.
    """
    found = _find_client_id(flow)
    return found if found is not None and found.redirect_uri in (None, flow.get_redirect_uri()) else None


def obtain_client_id(flow: FlowMemory) -> FlowOutcome:
    """Obtain a client id: use a known id, else register the client, else ask the user for an id.

    With a known id, request the user's consent. If an extension grants the tokens, do not look for an id in this way,
    but request the tokens by the extension.
    """
    assert flow.server is not None
    if flow.grant is not None:
        return _request_tokens_by_extension(flow, flow.grant)
    flow.registration = _find_client_id_for_sign_in(flow)
    if flow.registration is not None:
        return _request_consent(flow)
    url = flow.server.registration_endpoint
    if url is None:
        return "asking", AskUser(flow.issuer)
    return "registering", make_registration_step(
        url, flow.profile, flow.get_redirect_uri(), flow.server, flow.rules.application_type
    )


def use_client_id(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Store the client id that the user has entered, and request the user's consent.

    If its secret has expired, end the flow. If an extension grants the tokens, request them by the extension, without
    storing the client id.
    """
    registration = flow_input.registration
    assert registration is not None
    if flow.grant is not None:
        return _use_client_id_for_extension(flow, flow.grant, registration)
    if registration.is_expired(flow.clock()):
        return give_up("client information", "the secret of the client has expired")
    return _store_registration(flow, replace(registration, kind="user", redirect_uri=None))


def end_without_client_id(_: FlowMemory, __: FlowInput) -> FlowOutcome:
    """End the flow, since the user has no client id."""
    return give_up("client information", "the authorization server needs a client id, and there is none")


def receive_registration(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Store the client id that the registration endpoint has issued, and request the user's consent.

    Without a usable client id in the response, end the flow. If another flow has stored a client id meanwhile, use that
    one: the tokens of the other flow can be refreshed only while its client id is stored.

    Page:
    /specification/2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints.
    """
    uri = flow.get_redirect_uri()
    if is_unavailable(flow_input.status):
        return give_up("token server unavailable", "the registration endpoint does not respond as it should")
    if flow_input.status not in SUCCESSES:
        return give_up(
            "registration rejected",
            f"the authorization server rejects the registration of this client (HTTP status {flow_input.status}); it "
            f"may not allow the redirect URI {uri}",
        )
    found = read_registration(flow_input.body, flow.clock())
    if found is None:
        return give_up("registration rejected", "the registration endpoint responds without a usable client id")
    flow.registration = _find_client_id_for_sign_in(flow)
    if flow.registration is not None:
        return _request_consent(flow)
    return _store_registration(flow, replace(found, redirect_uri=uri))


def _request_consent(flow: FlowMemory) -> FlowOutcome:
    """Record the issuer, the state, the PKCE verifier and the scopes of a new sign-in, and open the browser.

    End the flow if the authorization server lacks an endpoint, or supports no authentication of this client.
    """
    server, registration = flow.server, flow.registration
    assert server is not None
    assert registration is not None
    if server.authorization_endpoint is None or server.token_endpoint is None:
        return give_up("no endpoint", "the authorization server has no endpoint for authorization or for tokens")
    if choose_auth_method(registration, server.token_auth_methods, server.token_auth_algorithms) is None:
        return give_up(
            "token endpoint authentication", "the authorization server supports no authentication that the client has"
        )
    scopes = flow.chosen_scopes
    flow.requested_scopes = scopes
    if flow.profile.offline_access and flow.rules.offline_access and _OFFLINE_ACCESS in (server.scopes_supported or ()):
        scopes = merge_scopes(scopes, (_OFFLINE_ACCESS,))
    flow.attempt = make_sign_in_attempt(flow.audience, scopes)
    uri, resource = flow.get_redirect_uri(), flow.get_resource_parameter()
    url = make_authorization_url(server.authorization_endpoint, flow.attempt, registration, uri, resource)
    return "consent", OpenUrl(url, flow.issuer)


def exchange_code(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Check the URL of the redirect, and exchange the code in the URL for tokens. After a fault, end the flow."""
    attempt, server, registration = flow.attempt, flow.server, flow.registration
    assert attempt is not None
    assert server is not None
    assert registration is not None
    uri = flow.get_redirect_uri()
    redirect = read_redirect(flow_input.url, uri, attempt, flow.rules, server.iss_parameter_supported)
    flow.attempt = None
    flow.history.client_id_without_redirect = None
    if redirect.fault is not None or redirect.code is None:
        stated = f" ({redirect.error})" if redirect.error else ""
        reason = redirect.fault or "redirect not as expected"
        return give_up(reason, f"the authorization server or somebody else ended the sign-in: {reason}{stated}")
    method = choose_auth_method(registration, server.token_auth_methods, server.token_auth_algorithms)
    assert method is not None
    assert server.token_endpoint is not None
    flow.attempt = attempt
    fields = make_code_form(redirect.code.reveal(), attempt, uri, flow.get_resource_parameter())
    context = AssertionContext(flow.audience, flow.clock())
    return "exchanging", make_token_request(server.token_endpoint, registration, method, fields, context)


def end_without_consent(flow: FlowMemory, _: FlowInput) -> FlowOutcome:
    """End the flow, since the user has closed the browser or the program has stopped waiting.

    An authorization server that does not know the client id shows an error without a redirect (RFC 6749 section
    4.1.2.1). So the second sign-in in a row without a redirect discards a client id that can be obtained again.
    """
    assert flow.registration is not None
    flow.attempt = None
    client_id = flow.registration.client_id
    if flow.history.client_id_without_redirect == client_id:
        _forget_client_id(flow)
    flow.history.client_id_without_redirect = client_id
    return give_up("access denied", "the user has not completed the sign-in")


def receive_first_tokens(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Store and use the tokens for which a code was exchanged, or handle the error of the token endpoint.

    End the flow if the response has neither tokens nor an error.
    """
    attempt, registration = flow.attempt, flow.registration
    assert attempt is not None
    assert registration is not None
    flow.attempt = None
    response = read_token_response(
        flow_input.status, flow_input.body, "authorization_code", flow.clock(), attempt.scopes, registration.client_id
    )
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    if response.tokens is not None:
        flow.store_tokens(response.tokens)
        return flow.use_token(response.tokens.access)
    return _handle_token_error(flow, response)


def _handle_token_error(flow: FlowMemory, response: TokenResponse) -> FlowOutcome:
    """Handle an error of the token endpoint by its consequence in the table `TOKEN_ERRORS`.

    A rejected client id is replaced once. The flow ends if the id cannot be replaced, or its replacement is rejected
    too.
    """
    stated = f": {response.error}" if response.error else ""
    match response.consequence:
        case "authorize":
            return obtain_client_id(flow)
        case "register" if _forget_client_id(flow) and not flow.has_forgotten_client:
            flow.has_forgotten_client = True
            return obtain_client_id(flow)
        case "unavailable":
            return give_up("token server unavailable", "the token endpoint does not respond as it should")
        case _:
            return give_up("token request rejected", f"the token endpoint rejects the request{stated}")


def _forget_client_id(flow: FlowMemory) -> bool:
    """Forget the rejected client id if the server or the user can replace it. Return whether one of them can."""
    rejected, stored = flow.registration, flow.find_obtained_registration()
    if rejected is None or rejected.kind not in ("dynamic", "user"):
        return False
    if stored is not None and stored.client_id == rejected.client_id:  # another flow may have obtained a new one
        flow.save_registration(None)
    return True


def _store_registration(flow: FlowMemory, registration: Registration) -> FlowOutcome:
    flow.registration = registration
    flow.save_registration(registration)
    return _request_consent(flow)


def _request_tokens_by_extension(flow: FlowMemory, grant: Grant) -> FlowOutcome:
    """Request tokens by an extension, with the client id that the client's profile has for the issuer.

    If the profile has no such id, or its secret or signer cannot be used, ask for a client id.
    """
    assert flow.server is not None
    flow.registration = client = _find_usable_client(flow, flow.profile_registration)
    if client is None:
        return "asking", AskUser(flow.issuer)
    return _start_extension_grant(flow, grant, client)


def _use_client_id_for_extension(flow: FlowMemory, grant: Grant, registration: Registration) -> FlowOutcome:
    """Request tokens by an extension, with a registration that the user or the program has given.

    The registration is not stored, since it may contain a key. If its secret or signer cannot be used, end the flow.
    """
    flow.registration = client = _find_usable_client(flow, registration)
    if client is None:
        return give_up("client information", "the client has no credentials for the authorization server")
    return _start_extension_grant(flow, grant, client)


def _start_extension_grant(flow: FlowMemory, grant: Grant, client: Registration) -> FlowOutcome:
    assert flow.server is not None
    if flow.server.token_endpoint is None:
        return give_up("no endpoint", "the authorization server has no endpoint for tokens")
    if choose_auth_method(client, flow.server.token_auth_methods, flow.server.token_auth_algorithms) is None:
        return give_up(
            "token endpoint authentication", "the authorization server supports no authentication that the client has"
        )
    flow.requested_scopes = flow.chosen_scopes
    if isinstance(grant, EnterpriseManaged):
        return "identity", ProvideIdentity(grant.issuer)
    flow.granted_scopes = flow.chosen_scopes
    return _request_tokens(flow, make_client_credentials_form(flow.chosen_scopes, flow.get_resource_parameter()))


def exchange_identity(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Exchange the identity of the user for an assertion that this authorization server accepts for this resource.

    End the flow if the client cannot authenticate at the identity provider.
    """
    grant, identity = flow.grant, flow_input.identity
    assert isinstance(grant, EnterpriseManaged)
    assert identity is not None
    method = choose_auth_method(grant.client, None, None)
    if method is None or grant.client.is_expired(flow.clock()):
        return give_up("client information", "the client has no credentials for the identity provider")
    fields = make_exchange_form(identity, flow.audience, flow.resource, flow.chosen_scopes)
    context = AssertionContext(grant.issuer, flow.clock())
    return "asserting", make_token_request(grant.token_endpoint, grant.client, method, fields, context)


def end_without_identity(_: FlowMemory, __: FlowInput) -> FlowOutcome:
    """End the flow, since the user is not signed in at the identity provider."""
    return give_up("identity rejected", "the user is not signed in at the identity provider")


def receive_assertion(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Exchange the assertion in the identity provider's response for tokens. Without an assertion, end the flow."""
    found = read_identity_grant(flow_input.status, flow_input.body, flow.chosen_scopes)
    if found is None:
        return give_up("token response", "the identity provider responds without an assertion that can be used")
    if found.is_unavailable:
        return give_up("token server unavailable", "the identity provider does not respond as it should")
    if found.assertion is None:
        stated = f": {found.error}" if found.error else ""
        return give_up("identity rejected", f"the identity provider does not let the user in{stated}")
    flow.granted_scopes = found.scopes
    return _request_tokens(flow, make_assertion_form(found.assertion, flow.get_resource_parameter()))


def receive_extension_tokens(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Store and use the tokens that an extension has granted. After a response without tokens, end the flow."""
    assert flow.registration is not None
    response = read_token_response(
        flow_input.status, flow_input.body, "extension", flow.clock(), flow.granted_scopes, flow.registration.client_id
    )
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    if response.tokens is not None:
        flow.store_tokens(response.tokens)
        return flow.use_token(response.tokens.access)
    if response.consequence == "unavailable":
        return give_up("token server unavailable", "the token endpoint does not respond as it should")
    stated = f": {response.error}" if response.error else ""
    return give_up("token request rejected", f"the token endpoint rejects the request{stated}")


def _find_usable_client(flow: FlowMemory, client: Registration | None) -> Registration | None:
    """Return a registration unchanged if it has not expired and has a secret or a signer, else None."""
    if client is None or client.is_expired(flow.clock()) or (client.client_secret is None and client.signer is None):
        return None
    return client


def _request_tokens(flow: FlowMemory, fields: dict[str, str]) -> FlowOutcome:
    server, client = flow.server, flow.registration
    assert server is not None
    assert server.token_endpoint is not None
    assert client is not None
    method = choose_auth_method(client, server.token_auth_methods, server.token_auth_algorithms)
    assert method is not None
    context = AssertionContext(flow.audience, flow.clock())
    return "granting", make_token_request(server.token_endpoint, client, method, fields, context)


_LEASE_SECONDS = 30.0
"""Seconds for which one flow alone may refresh the tokens.

Processes that share a storage may have different clocks, so up to twice this time may seem to be left. A time beyond
that is a mistake, and is ignored.
"""

_MAX_WAITS = 64
"""Largest number of times in a row that a flow waits for another flow."""

_MAX_FAILED_REFRESHES = 2
"""Number of refreshes in a row without a valid response after which the flow requests tokens anew instead."""

_WAIT_SECONDS = 0.5
_MAX_TRIES = 4


def refresh_tokens(flow: FlowMemory) -> FlowOutcome:
    """Refresh the stored tokens, use the tokens that another flow has stored, or wait for a flow that refreshes them.

    If the tokens can no longer be refreshed, obtain a client id and request new tokens. After too many waits, end the
    flow.
    """
    assert flow.server is not None
    for _ in range(_MAX_TRIES):
        record, now = flow.storage.tokens(flow.token_key), flow.clock()
        tokens = record.tokens
        if tokens is not None and tokens.access != flow.sent_token and not tokens.is_expired(now):
            return flow.use_token(tokens.access)
        if tokens is None or tokens.refresh is None:
            return obtain_client_id(flow)
        if flow.history.failed_refreshes >= _MAX_FAILED_REFRESHES:
            flow.history.failed_refreshes = 0
            return obtain_client_id(flow)
        if record.refreshing_until is not None and 0 < record.refreshing_until - now <= 2 * _LEASE_SECONDS:
            return _wait_for_refresh(flow, min(_WAIT_SECONDS, record.refreshing_until - now))
        flow.registration = client = _find_client_id(flow)
        server = flow.server
        method = (
            choose_auth_method(client, server.token_auth_methods, server.token_auth_algorithms)
            if client is not None
            else None
        )
        url = flow.server.token_endpoint
        if client is None or client.client_id != tokens.client_id or method is None or url is None:
            return obtain_client_id(flow)
        if flow.storage.swap_tokens(flow.token_key, record.version, TokenRecord(0, tokens, now + _LEASE_SECONDS)):
            flow.refreshing_tokens = tokens
            fields = make_refresh_form(tokens.refresh, flow.get_resource_parameter())
            return "refreshing", make_token_request(url, client, method, fields, AssertionContext(flow.audience, now))
    return _wait_for_refresh(flow, _WAIT_SECONDS)


def retry_refresh(flow: FlowMemory, _: FlowInput) -> FlowOutcome:
    """Refresh the tokens, unless another flow has refreshed them during the wait."""
    return refresh_tokens(flow)


def receive_refreshed_tokens(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Use the tokens that another flow has stored meanwhile, if any; else store and use the refreshed tokens.

    The tokens of the other flow may have more scopes. The refreshed tokens are stored with the old refresh token if the
    server has issued no new one. If the response has no tokens either, handle the error in it, or end the flow if it
    has none.
    """
    claimed = flow.refreshing_tokens
    assert claimed is not None
    response = read_token_response(
        flow_input.status, flow_input.body, "refresh_token", flow.clock(), claimed.scopes, claimed.client_id
    )
    stored = flow.storage.tokens(flow.token_key).tokens
    if stored is not None and stored != claimed and not stored.is_expired(flow.clock()):
        flow.refreshing_tokens = None
        return flow.use_token(stored.access)
    if response is not None and response.tokens is not None:
        new = response.tokens
        flow.refreshing_tokens = None
        flow.store_tokens(new if new.refresh is not None else replace(new, refresh=claimed.refresh))
        return flow.use_token(new.access)
    is_lost = response is None or response.consequence != "unavailable"
    release_refresh_lease(flow, is_lost=is_lost)
    flow.history.failed_refreshes += not is_lost
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    return _handle_token_error(flow, response)


def release_refresh_lease(flow: FlowMemory, *, is_lost: bool = False) -> None:
    """Allow other flows to refresh the tokens that this flow was refreshing. Do nothing if it was refreshing none.

    If `is_lost`, remove the tokens from the storage, since they cannot be refreshed again.
    """
    claimed, flow.refreshing_tokens = flow.refreshing_tokens, None
    if claimed is None:
        return
    record = flow.storage.tokens(flow.token_key)
    if record.tokens == claimed:
        flow.storage.swap_tokens(flow.token_key, record.version, TokenRecord(0, None if is_lost else claimed))


def _wait_for_refresh(flow: FlowMemory, seconds: float) -> FlowOutcome:
    flow.wait_count += 1
    if flow.wait_count > _MAX_WAITS:
        return give_up("token server unavailable", "another flow does not finish refreshing the same tokens")
    return "waiting", Wait(seconds)
