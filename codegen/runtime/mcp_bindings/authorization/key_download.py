"""The download of the keys of an authorization server, in a thread.

Pages: RFC 8414 sections 2 and 3, RFC 7517 section 5.
"""

from __future__ import annotations

from asyncio import get_running_loop
from functools import partial
from time import monotonic
from urllib.parse import urlsplit

from ..errors import describe_error
from ..hosts import is_this_machine
from ..revisions import LATEST
from ..spec.names import ACCEPT
from .metadata import read_object
from .urls import parse_url
from .well_known_urls import server_metadata_urls

_MAX_BYTES = 64 * 1024
_OK = 200
_TIMEOUT = 5.0
"""Seconds to wait for the connection and for each piece of a response. A body that is not complete this many seconds
after the start of the fetch is given up.
"""


def check_jwks_uri(url: str) -> None:
    """Check the URL of a JWK set.

    Raises:
        ValueError: the URL is malformed, or has the scheme `http` and is not at this machine.
    """
    parts = parse_url(url, "jwks_uri")
    if parts.scheme != "https" and not is_this_machine(parts.host):
        raise ValueError("jwks_uri must be https, since http lets anyone on the way replace the keys")


async def fetch_issuer_keys(issuer: str, jwks_uri: str | None) -> bytes:
    """Return the text of the JWK set of an authorization server, fetched in a thread.

    Args:
        issuer: the issuer.
        jwks_uri: URL of the set; None to read it from the metadata of the issuer.

    Raises:
        OSError: the set cannot be fetched, or its URL is not given and the metadata cannot be fetched.
        ValueError: the URL of the set is not given, and the issuer is no allowed URL; or the metadata is no JSON
            object, is of another issuer, or names no allowed URL of keys.
    """
    loop = get_running_loop()
    return await loop.run_in_executor(None, partial(_fetch_keys, issuer, jwks_uri))


def _fetch_keys(issuer: str, jwks_uri: str | None) -> bytes:
    return _fetch_url(_find_jwks_uri(issuer) if jwks_uri is None else jwks_uri)


def _find_jwks_uri(issuer: str) -> str:
    """Return the URL of an issuer's keys, from the first metadata document that can be used.

    Raises:
        OSError: no metadata document can be fetched.
        ValueError: the issuer is no allowed URL; or the metadata is no JSON object, is of another issuer, or names no
            allowed URL of keys.
    """
    faults: list[OSError | ValueError] = []
    for url in server_metadata_urls(issuer, LATEST):
        try:
            return _read_jwks_uri(_fetch_url(url), issuer)
        except OSError as error:
            faults.append(error)
        except ValueError as error:
            faults.append(ValueError(f"{url}: {error}"))
    raise next((each for each in faults if isinstance(each, ValueError)), faults[-1])


def _read_jwks_uri(body: bytes, issuer: str) -> str:
    """Return the URL of an issuer's keys in a metadata document.

    Raises:
        ValueError: the document is no JSON object, is of another issuer, or names no allowed URL of keys.
    """
    metadata = read_object(body, _MAX_BYTES)
    found = metadata.get("jwks_uri")
    if metadata.get("issuer") != issuer or not isinstance(found, str):
        raise ValueError("the metadata is of another issuer or has no jwks_uri")
    check_jwks_uri(found)
    return found


def _fetch_url(url: str) -> bytes:
    """Fetch a URL by GET. Return the body of the response. Follow no redirects, since they could lead to http.

    Raises:
        OSError: there is no complete response with status 200 in time, or its body has more than 65,536 bytes.
    """
    from http.client import HTTPConnection, HTTPException, HTTPSConnection  # few servers fetch keys this way

    parts = urlsplit(url)
    make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection, deadline = make(parts.netloc, timeout=_TIMEOUT), monotonic() + _TIMEOUT
    body = b""
    try:
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("GET", target, headers={ACCEPT: "application/json"})
        with connection.getresponse() as response:
            while response.status == _OK and len(body) <= _MAX_BYTES and (piece := response.read1(_MAX_BYTES)):
                body += piece
                if monotonic() > deadline:
                    raise TimeoutError("the body does not arrive in time")
    except (OSError, HTTPException) as error:
        raise OSError(f"{url}: {describe_error(error)}") from None
    finally:
        connection.close()
    if response.status != _OK:
        raise OSError(f"{url}: HTTP status {response.status}")
    if len(body) > _MAX_BYTES:
        raise OSError(f"{url}: the body has more than {_MAX_BYTES} bytes")
    return body
