"""Strict readers of the metadata of resources, of authorization servers and of client ids.

Pages: RFC 9728 sections 2 and 3.3, RFC 8414 sections 2 and 3.3, draft-ietf-oauth-client-id-metadata-document-00,
/specification/2026-07-28/basic/authorization/authorization-server-discovery and
/specification/2026-07-28/basic/authorization/client-registration#client-id-metadata-documents.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Literal, NamedTuple, NoReturn

from ..hosts import is_this_machine
from ..json_values import is_array, is_object
from .fetching import FetchPolicy, FetchRejected, normalize_origin
from .urls import canonicalize_resource, parse_url

_MAX_ITEMS = 256
"""The largest number of items in one list in a document."""

_MAX_TEXT = 2_048
"""The largest number of characters of a URL or a name in a document."""

DocumentFault = Literal["not JSON", "too large", "member", "resource", "issuer", "insecure URL", "client id"]


class DocumentRejected(ValueError):
    """Error for a document that must not be used. `fault` names the reason; the message does not quote the document."""

    def __init__(self, fault: DocumentFault, message: str) -> None:
        super().__init__(message)
        self.fault: DocumentFault = fault


class ResourceMetadata(NamedTuple):
    """The members of protected resource metadata that matter to a client.

    `scopes_supported` is None if the document lacks it.
    """

    resource: str
    authorization_servers: tuple[str, ...]
    scopes_supported: tuple[str, ...] | None


class ServerMetadata(NamedTuple):
    """The members of authorization server metadata that matter to a client.

    If the document lacks a member, the value here is None; an absent boolean is False, an absent issuer is empty.
    """

    issuer: str
    authorization_endpoint: str | None
    token_endpoint: str | None
    registration_endpoint: str | None
    scopes_supported: tuple[str, ...] | None
    code_challenge_methods: tuple[str, ...] | None
    token_auth_methods: tuple[str, ...] | None
    client_id_metadata_document_supported: bool
    iss_parameter_supported: bool
    token_auth_algorithms: tuple[str, ...] | None = None


class ClientMetadata(NamedTuple):
    """The members of a client id metadata document that matter to an authorization server."""

    client_id: str
    client_name: str
    redirect_uris: tuple[str, ...]

    @property
    def is_local_only(self) -> bool:
        """True if every redirect URI is at the user's machine. Then an authorization server has to warn the user."""
        return all(is_this_machine(parse_url(uri, "redirect URI").host) for uri in self.redirect_uris)


def read_object(body: bytes, max_bytes: int) -> dict[str, Any]:
    """Parse a text that has to be one JSON object. Return the object.

    Raises:
        DocumentRejected: the text has more than `max_bytes` bytes, is no JSON object, has a member twice, or has one of
            the numbers that JSON lacks, such as `NaN`.
    """
    if len(body) > max_bytes:
        raise DocumentRejected("too large", f"the document has {len(body)} bytes, more than {max_bytes} bytes")
    value: Any = None
    with suppress(ValueError, RecursionError):  # raised below, since the error of the JSON parser has the whole text
        value = json.loads(body.decode("utf-8"), object_pairs_hook=_build_object, parse_constant=_reject_constant)
    if not is_object(value):
        raise DocumentRejected("not JSON", "the document is not a JSON object, or has a member twice, or NaN")
    return value


def read_resource_metadata(body: bytes, endpoint: str, policy: FetchPolicy) -> ResourceMetadata:
    """Read protected resource metadata for an MCP endpoint.

    Args:
        body: the text of the document.
        endpoint: URL of the MCP endpoint, which must be the document's resource or below this resource.
        policy: policy for the size of the document and for the URLs of authorization servers.

    Raises:
        DocumentRejected: the text is too large or no JSON object, a member is missing or malformed, the document is
            about another resource, or the policy does not allow the URL of an authorization server.
    """
    document = read_object(body, policy.max_bytes)
    resource = _read_text_member(document, "resource")
    if resource is None:
        raise DocumentRejected("member", "the document has no resource")
    if not is_same_or_parent(resource, endpoint):
        raise DocumentRejected("resource", "the document is about another resource")
    servers = _read_text_list_member(document, "authorization_servers")
    if not servers:
        raise DocumentRejected("member", "the document lists no authorization server")
    for server in servers:
        _check_url(server, "issuer", policy)
    return ResourceMetadata(resource, servers, _read_text_list_member(document, "scopes_supported"))


def read_server_metadata(body: bytes, issuer: str | None, policy: FetchPolicy) -> ServerMetadata:
    """Read authorization server metadata by RFC 8414 or OpenID Connect.

    Args:
        body: the text of the document.
        issuer: the issuer that the document must state, character by character; None accepts any.
        policy: policy for the size of the document and for the URLs of the endpoints.

    Raises:
        DocumentRejected: the text is too large or no JSON object, a member is malformed, the document is of another
            issuer, or the policy does not allow the URL of an endpoint.
    """
    document = read_object(body, policy.max_bytes)
    stated = _read_text_member(document, "issuer")
    if issuer is not None and stated != issuer:
        raise DocumentRejected("issuer", "the document is of another issuer")
    return ServerMetadata(
        stated or "",
        _read_endpoint_member(document, "authorization_endpoint", policy),
        _read_endpoint_member(document, "token_endpoint", policy),
        _read_endpoint_member(document, "registration_endpoint", policy),
        _read_text_list_member(document, "scopes_supported"),
        _read_text_list_member(document, "code_challenge_methods_supported"),
        _read_text_list_member(document, "token_endpoint_auth_methods_supported"),
        document.get("client_id_metadata_document_supported") is True,
        document.get("authorization_response_iss_parameter_supported") is True,
        _read_text_list_member(document, "token_endpoint_auth_signing_alg_values_supported"),
    )


def read_client_metadata(body: bytes, url: str, *, max_bytes: int = 5 * 1024) -> ClientMetadata:
    """Read a client id metadata document. Return its client id, name and redirect URIs. An authorization server calls
    this.

    Before the call, fetch the document by the rules of `FetchPolicy`. After the call, check that the redirect URI of
    the authorization request is one of `redirect_uris`, character by character.

    Args:
        body: the text of the document.
        url: URL of the document, which is the client id.
        max_bytes: size of the largest accepted document, in bytes.

    Raises:
        TypeError: the URL is no text.
        DocumentRejected: the URL cannot be a client id, the text is too large or no JSON object, the document has
            another client id, a member is missing or malformed, a redirect URI is not allowed, or the document has a
            client secret or needs one.
    """
    check_client_id_url(url)
    document = read_object(body, max_bytes)
    if _read_text_member(document, "client_id") != url:
        raise DocumentRejected("client id", "the client_id of the document is not the URL of the document")
    name, uris = _read_text_member(document, "client_name"), _read_text_list_member(document, "redirect_uris")
    if not name or not uris:
        raise DocumentRejected("member", "the document lacks client_name or redirect_uris")
    for uri in uris:
        check_redirect_uri(uri)
    if "client_secret" in document or "client_secret_expires_at" in document:
        raise DocumentRejected("member", "the document has a client secret, though anyone can read it")
    if (_read_text_member(document, "token_endpoint_auth_method") or "").startswith("client_secret"):
        raise DocumentRejected("member", "the token_endpoint_auth_method needs a client secret, which nobody has")
    return ClientMetadata(url, name, uris)


def check_client_id_url(url: str) -> None:
    """Check that a URL can be a client id: HTTPS with a path other than `/`, and no dot segments, user or fragment.

    Raises:
        TypeError: the URL is no text.
        DocumentRejected: the URL cannot be a client id.
    """
    parts = _parse_url(url, "client id")
    if parts.scheme != "https" or parts.path in ("", "/"):
        raise DocumentRejected("client id", "a client id is an https URL with a path")


def check_redirect_uri(uri: str) -> None:
    """Check a redirect URI: HTTPS, or `http` at this machine, without dot segments, user information or fragment.

    Page: /specification/2025-11-25/basic/authorization#communication-security.

    Raises:
        TypeError: the redirect URI is no text.
        DocumentRejected: the redirect URI is malformed or not of this form.
    """
    parts = _parse_url(uri, "redirect URI")
    if parts.scheme == "http" and not is_this_machine(parts.host):
        raise DocumentRejected("insecure URL", "a redirect URI is an https URL, or an http URL at this machine")


def is_same_or_parent(resource: str, endpoint: str) -> bool:
    """Return whether a resource is the URL of an endpoint or, by path segments, a parent of this URL.

    A resource with a query is no parent of other URLs. Malformed URLs give False.

    Raises:
        TypeError: an argument is no text.
    """
    try:
        parent = parse_url(canonicalize_resource(resource), "resource")
        child = parse_url(canonicalize_resource(endpoint), "endpoint")
    except ValueError:
        return False
    if normalize_origin(parent) != normalize_origin(child):
        return False
    if parent.query:
        return (parent.path, parent.query) == (child.path, child.query)
    return child.path == parent.path or child.path.startswith(f"{parent.path.rstrip('/')}/")


def _parse_url(text: str, kind: str) -> Any:
    fault = ""
    try:
        return parse_url(text, kind)
    except ValueError as error:
        fault = str(error)
    raise DocumentRejected("insecure URL", fault)


def _check_url(url: str, kind: str, policy: FetchPolicy) -> None:
    _parse_url(url, kind)
    fault = ""
    try:
        return policy.check_url(url)
    except FetchRejected as error:
        fault = str(error)
    raise DocumentRejected("insecure URL", fault)


def _read_endpoint_member(document: dict[str, Any], name: str, policy: FetchPolicy) -> str | None:
    url = _read_text_member(document, name)
    if url is not None:
        _check_url(url, "endpoint", policy)
    return url


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member occurs twice")
    return members


def _reject_constant(_: str) -> NoReturn:
    raise ValueError("not a number of JSON")


def _read_text_member(document: dict[str, Any], name: str) -> str | None:
    """Return a member that must be a printable text; None if the document lacks the member or has null.

    Raises:
        DocumentRejected: the member is not a text of 1 to 2,048 printable characters.
    """
    value = document.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not 0 < len(value) <= _MAX_TEXT or not value.isprintable():
        raise DocumentRejected("member", f"{name} is not a text of 1 to {_MAX_TEXT} printable characters")
    return value


def _read_text_list_member(document: dict[str, Any], name: str) -> tuple[str, ...] | None:
    """Return a member that must be a list of printable texts; None if the document lacks the member or has null.

    Raises:
        DocumentRejected: the member is not a list of at most 256 texts, each of 1 to 2,048 printable characters.
    """
    value = document.get(name)
    if value is None:
        return None
    if not is_array(value) or len(value) > _MAX_ITEMS:
        raise DocumentRejected("member", f"{name} is not a list of at most {_MAX_ITEMS} texts")
    found = tuple(_read_text_member({name: item}, name) for item in value)
    if None in found:
        raise DocumentRejected("member", f"{name} has an item that is not a text")
    return tuple(item for item in found if item is not None)
