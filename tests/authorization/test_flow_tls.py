"""A request that goes to an address has the certificate of the server checked against the host of its URL."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from mcp_bindings.authorization import FetchPolicy
from mcp_bindings.transports import FlowHttp

HOST = "as.example.net"
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


def contexts(directory: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Those of a server with a certificate for `HOST`, and of a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
    certificate = made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    path = directory / "server.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=certificate.decode())


@pytest.mark.parametrize(("host", "status"), [(HOST, 200), ("other.example.net", 0)])
def test_the_certificate_is_for_the_host(host: str, status: int, tmp_path: Path) -> None:
    of_server, of_client = contexts(tmp_path)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(RESPONSE)
        await writer.drain()
        writer.close()

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async def main() -> tuple[int, bytes]:
        async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=of_server) as server:
            port = server.sockets[0].getsockname()[1]
            transport = httpx2.AsyncHTTPTransport(verify=of_client)
            http = FlowHttp(FetchPolicy(allow_loopback=True), transport=transport, resolve=resolve)
            return await http.get(f"https://{host}:{port}/", {})

    assert asyncio.run(main())[0] == status
