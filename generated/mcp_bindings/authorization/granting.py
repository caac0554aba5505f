"""The actions of a flow from the metadata of an authorization server to the first tokens.

Pages: /specification/2026-07-28/basic/authorization/client-registration and
/specification/2026-07-28/basic/authorization#authorization-flow-steps.
"""

from __future__ import annotations

from .credentials import Registration
from .extension_granting import request_by_grant, use_client_of_grant
from .flow_memory import FlowMemory, Happening, Outcome, give_up, union
from .requests import (
    Audience,
    auth_method,
    authorization_url,
    code_form,
    new_attempt,
    registration_request,
    token_request,
)
from .responses import SUCCESSES, TokenResponse, read_redirect, read_registration, read_tokens
from .steps import AskUser, OpenUrl

_OFFLINE_ACCESS = "offline_access"


def known_client(flow: FlowMemory) -> Registration | None:
    """The client id to use without asking anybody: registered beforehand, the metadata document, or stored."""
    now, stored = flow.clock(), flow.storage.registration(flow.issuer)
    if stored is not None and stored.is_expired(now):
        stored = None
    beforehand = flow.profile.registrations.get(flow.issuer)
    if beforehand is not None and not beforehand.is_expired(now):
        return beforehand
    if stored is not None and stored.kind == "user":
        return stored
    is_supported = flow.server is not None and flow.server.client_id_metadata_document_supported
    if flow.rules.metadata_documents and is_supported and flow.profile.metadata_url is not None:
        return Registration(flow.profile.metadata_url, kind="metadata document")
    return stored


def obtain_client(flow: FlowMemory) -> Outcome:
    """Choose a client id in the order of the page, and go on to the user's consent; or use an extension."""
    assert flow.server is not None
    if flow.grant is not None:
        return request_by_grant(flow, flow.grant)
    flow.registration = known_client(flow)
    if flow.registration is not None:
        return _request_consent(flow)
    url = flow.server.registration_endpoint
    if url is None:
        return "asking", AskUser(flow.issuer)
    return "registering", registration_request(
        url, flow.profile, flow.redirect_uri(), flow.server, flow.rules.application_type
    )


def use_client_id(flow: FlowMemory, happening: Happening) -> Outcome:
    """Keep the client id that the user has entered, or use it for an extension."""
    given = happening.registration
    assert given is not None
    if flow.grant is not None:
        return use_client_of_grant(flow, flow.grant, given)
    return _keep(flow, Registration(given.client_id, given.client_secret, given.auth_method, kind="user"))


def end_without_client_id(_: FlowMemory, __: Happening) -> Outcome:
    """The user has no client id."""
    return give_up("client information", "the authorization server needs a client id, and there is none")


def read_registered(flow: FlowMemory, happening: Happening) -> Outcome:
    """Keep the client id that the registration endpoint has issued, or report why there is none.

    See /specification/2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints.
    """
    if happening.status not in SUCCESSES:
        uri = flow.redirect_uri()
        return give_up(
            "registration rejected",
            f"the authorization server rejects the registration of this client (HTTP status {happening.status}); it "
            f"may not allow the redirect URI {uri}",
        )
    found = read_registration(happening.body, flow.clock())
    if found is None:
        return give_up("registration rejected", "the registration endpoint responds without a usable client id")
    return _keep(flow, found)


def _request_consent(flow: FlowMemory) -> Outcome:
    """Record the issuer, the state and the PKCE verifier, and open the browser."""
    server, registration = flow.server, flow.registration
    assert server is not None
    assert registration is not None
    if server.authorization_endpoint is None or server.token_endpoint is None:
        return give_up("no endpoint", "the authorization server has no endpoint for authorization or for tokens")
    if auth_method(registration, server.token_auth_methods, server.token_auth_algorithms) is None:
        return give_up(
            "token endpoint authentication", "the authorization server supports no authentication that the client has"
        )
    scopes = flow.chosen
    flow.requested = scopes
    if flow.profile.offline_access and flow.rules.offline_access and _OFFLINE_ACCESS in (server.scopes_supported or ()):
        scopes = union(scopes, (_OFFLINE_ACCESS,))
    flow.attempt = new_attempt(flow.issuer, scopes)
    uri, resource = flow.redirect_uri(), flow.resource_parameter()
    url = authorization_url(server.authorization_endpoint, flow.attempt, registration, uri, resource)
    return "consent", OpenUrl(url, flow.issuer)


def exchange_code(flow: FlowMemory, happening: Happening) -> Outcome:
    """Check the redirect before its code goes anywhere, then exchange the code."""
    attempt, server, registration = flow.attempt, flow.server, flow.registration
    assert attempt is not None
    assert server is not None
    assert registration is not None
    uri = flow.redirect_uri()
    redirect = read_redirect(happening.url, uri, attempt, flow.rules, server.iss_parameter_supported)
    flow.attempt = None
    flow.history.unanswered = None
    if redirect.fault is not None or redirect.code is None:
        stated = f" ({redirect.error})" if redirect.error else ""
        reason = redirect.fault or "redirect not as expected"
        return give_up(reason, f"the authorization server or somebody else ended the sign-in: {reason}{stated}")
    method = auth_method(registration, server.token_auth_methods, server.token_auth_algorithms)
    assert method is not None
    assert server.token_endpoint is not None
    flow.attempt = attempt
    fields = code_form(redirect.code.reveal(), attempt, uri, flow.resource_parameter())
    audience = Audience(flow.issuer, flow.clock())
    return "exchanging", token_request(server.token_endpoint, registration, method, fields, audience)


def end_without_consent(flow: FlowMemory, _: Happening) -> Outcome:
    """The user has closed the browser, or the program waits no longer.

    An authorization server shows an error and does not redirect if it does not know the client id (RFC 6749 section
    4.1.2.1). So the second sign-in in a row that ends like this forgets a client id that can be obtained again.
    """
    assert flow.registration is not None
    flow.attempt = None
    client_id = flow.registration.client_id
    if flow.history.unanswered == client_id:
        _forget_client(flow)
    flow.history.unanswered = client_id
    return give_up("access denied", "the user has not completed the sign-in")


def read_first_tokens(flow: FlowMemory, happening: Happening) -> Outcome:
    """Keep the tokens, or do what the error of the token endpoint leads to."""
    attempt, registration = flow.attempt, flow.registration
    assert attempt is not None
    assert registration is not None
    flow.attempt = None
    response = read_tokens(
        happening.status, happening.body, "authorization_code", flow.clock(), attempt.scopes, registration.client_id
    )
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    if response.tokens is not None:
        flow.store(response.tokens)
        return flow.use(response.tokens.access)
    return after_error(flow, response)


def after_error(flow: FlowMemory, response: TokenResponse) -> Outcome:
    """What an error of the token endpoint leads to."""
    stated = f": {response.error}" if response.error else ""
    match response.consequence:
        case "authorize":
            return obtain_client(flow)
        case "register" if _forget_client(flow) and not flow.has_forgotten_client:
            flow.has_forgotten_client = True
            return obtain_client(flow)
        case "unavailable":
            return give_up("token server unavailable", "the token endpoint does not respond as it should")
        case _:
            return give_up("token request rejected", f"the token endpoint rejects the request{stated}")


def _forget_client(flow: FlowMemory) -> bool:
    """Forget the client id, if the server or the user can give another one. Return whether they can."""
    rejected, stored = flow.registration, flow.storage.registration(flow.issuer)
    if rejected is None or rejected.kind not in ("dynamic", "user"):
        return False
    if stored is not None and stored.client_id == rejected.client_id:  # another flow may have obtained a new one
        flow.storage.save_registration(flow.issuer, None)
    return True


def _keep(flow: FlowMemory, registration: Registration) -> Outcome:
    flow.registration = registration
    flow.storage.save_registration(flow.issuer, registration)
    return _request_consent(flow)
