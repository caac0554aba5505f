"""The actions of a flow that gets tokens by an extension: client credentials, or enterprise-managed authorization."""

from __future__ import annotations

from .credentials import Registration
from .flow_memory import FlowMemory, Happening, Outcome, give_up
from .grants import EnterpriseManaged, Grant
from .requests import Audience, assertion_form, auth_method, client_credentials_form, exchange_form, token_request
from .responses import read_identity_grant, read_tokens
from .steps import AskUser, ProvideIdentity


def request_by_grant(flow: FlowMemory, grant: Grant) -> Outcome:
    """Request tokens for the client, or begin with the identity of the user. Without a client id, ask for it first."""
    assert flow.server is not None
    flow.registration = client = _confidential(flow, flow.profile.registrations.get(flow.issuer))
    if client is None:
        return "asking", AskUser(flow.issuer)
    return _begin(flow, grant, client)


def use_client_of_grant(flow: FlowMemory, grant: Grant, given: Registration) -> Outcome:
    """Use the client id that the program has for this authorization server. It is not stored: a key may be in it."""
    flow.registration = client = _confidential(flow, given)
    if client is None:
        return give_up("client information", "the client has no credentials for the authorization server")
    return _begin(flow, grant, client)


def _begin(flow: FlowMemory, grant: Grant, client: Registration) -> Outcome:
    assert flow.server is not None
    if flow.server.token_endpoint is None:
        return give_up("no endpoint", "the authorization server has no endpoint for tokens")
    if auth_method(client, flow.server.token_auth_methods, flow.server.token_auth_algorithms) is None:
        return give_up(
            "token endpoint authentication", "the authorization server supports no authentication that the client has"
        )
    flow.requested = flow.chosen
    if isinstance(grant, EnterpriseManaged):
        return "identity", ProvideIdentity(grant.issuer)
    flow.granted = flow.chosen
    return _request_tokens(flow, client_credentials_form(flow.chosen, flow.resource_parameter()))


def exchange_identity(flow: FlowMemory, happening: Happening) -> Outcome:
    """Exchange the identity of the user for an assertion that is for the authorization server and the resource only."""
    grant, identity = flow.grant, happening.identity
    assert isinstance(grant, EnterpriseManaged)
    assert identity is not None
    method = auth_method(grant.client, None, None)
    if method is None or grant.client.is_expired(flow.clock()):
        return give_up("client information", "the client has no credentials for the identity provider")
    fields = exchange_form(identity, flow.issuer, flow.resource, flow.chosen)
    audience = Audience(grant.issuer, flow.clock())
    return "asserting", token_request(grant.token_endpoint, grant.client, method, fields, audience)


def end_without_identity(_: FlowMemory, __: Happening) -> Outcome:
    """The user is not signed in at the identity provider."""
    return give_up("identity rejected", "the user is not signed in at the identity provider")


def use_assertion(flow: FlowMemory, happening: Happening) -> Outcome:
    """Give the assertion to the authorization server that it is for."""
    found = read_identity_grant(happening.status, happening.body, flow.chosen)
    if found is None:
        return give_up("token response", "the identity provider responds without an assertion that can be used")
    if found.is_unavailable:
        return give_up("token server unavailable", "the identity provider does not respond as it should")
    if found.assertion is None:
        stated = f": {found.error}" if found.error else ""
        return give_up("identity rejected", f"the identity provider does not let the user in{stated}")
    flow.granted = found.scopes
    return _request_tokens(flow, assertion_form(found.assertion, flow.resource_parameter()))


def read_granted(flow: FlowMemory, happening: Happening) -> Outcome:
    """Keep the tokens; no error of the token endpoint leads on."""
    assert flow.registration is not None
    response = read_tokens(
        happening.status, happening.body, "extension", flow.clock(), flow.granted, flow.registration.client_id
    )
    if response is None:
        return give_up("token response", "the token endpoint responds without a bearer token that can be used")
    if response.tokens is not None:
        flow.store(response.tokens)
        return flow.use(response.tokens.access)
    if response.consequence == "unavailable":
        return give_up("token server unavailable", "the token endpoint does not respond as it should")
    stated = f": {response.error}" if response.error else ""
    return give_up("token request rejected", f"the token endpoint rejects the request{stated}")


def _confidential(flow: FlowMemory, client: Registration | None) -> Registration | None:
    """A client id, if the client can prove that it is its own."""
    if client is None or client.is_expired(flow.clock()) or (client.client_secret is None and client.signer is None):
        return None
    return client


def _request_tokens(flow: FlowMemory, fields: dict[str, str]) -> Outcome:
    server, client = flow.server, flow.registration
    assert server is not None
    assert server.token_endpoint is not None
    assert client is not None
    method = auth_method(client, server.token_auth_methods, server.token_auth_algorithms)
    assert method is not None
    audience = Audience(flow.issuer, flow.clock())
    return "granting", token_request(server.token_endpoint, client, method, fields, audience)
