"""Access tokens that are right, and tokens with one fault each, by two authorization servers and an attacker.

Every token is written by hand from a header, claims and a signer, since libraries write no faulty ones. A fault is a
function that changes a draft of a right token; the verdict on the result is known from the name of the fault.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from jwt.algorithms import get_default_algorithms

from mcp_bindings.authorization import JwtVerifier, KeySet, TokenRejected
from mcp_bindings.authorization.verification import TokenFault

RESOURCE = "https://mcp.example.com/mcp"
ISSUER, SECOND = "https://as.example.net", "https://second.example.net/tenant"
NOW, LEEWAY = 1_800_000_000.0, 30.0
FAULTS = frozenset(get_args(TokenFault))
ALLOWED = ("RS256", "PS256", "ES256", "EdDSA")


@dataclass
class Key:
    """A private key, its public JWK, and its algorithms."""

    id: str
    private: Any
    algorithms: tuple[str, ...]
    members: dict[str, Any] = field(default_factory=dict[str, Any])

    def jwk(self) -> dict[str, Any]:
        """The public key as it is in a set."""
        made = get_default_algorithms()[self.algorithms[0]].to_jwk(self.private.public_key(), as_dict=True)
        return {**made, "kid": self.id, "use": "sig", **self.members}

    def pem(self) -> bytes:
        """The public key as a text, which attackers use as the secret of an HMAC."""
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        return bytes(self.private.public_key().public_bytes(serialization.Encoding.PEM, form))


@cache
def keys(owner: str) -> tuple[Key, ...]:
    """The keys of a party, each time the same. The last two are in sets, but no signature may be checked with them."""
    return (
        Key(f"{owner}-rsa", rsa.generate_private_key(65_537, 2_048), ("RS256", "PS256")),
        Key(f"{owner}-rs256", rsa.generate_private_key(65_537, 2_048), ("RS256",), {"alg": "RS256"}),
        Key(f"{owner}-ec", ec.generate_private_key(ec.SECP256R1()), ("ES256",)),
        Key(f"{owner}-ed", ed25519.Ed25519PrivateKey.generate(), ("EdDSA",)),
        Key(f"{owner}-enc", ec.generate_private_key(ec.SECP256R1()), ("ES256",), {"use": "enc"}),
        Key(f"{owner}-weak", rsa.generate_private_key(65_537, 1_024), ("RS256",)),
    )


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SECRET = b"a symmetric key that somebody has put into a public set"


def key_set(owner: str) -> bytes:
    """The JWK set of a party, with a symmetric key and a key of an unknown kind."""
    others = [
        {"kty": "oct", "kid": "symmetric", "k": _text(SECRET), "alg": "HS256"},
        {"kty": "X", "kid": "unknown"},
    ]
    return json.dumps({"keys": [*(key.jwk() for key in keys(owner)), *others]}).encode()


def new_verifier(**options: Any) -> JwtVerifier:
    """A verifier that accepts both authorization servers."""
    sets = {ISSUER: KeySet(key_set("first")), SECOND: KeySet(key_set("second"))}
    given: dict[str, Any] = {"audience": RESOURCE, "leeway": LEEWAY, "clock": lambda: NOW, **options}
    return JwtVerifier(sets, algorithms=ALLOWED, **given)


@dataclass
class Draft:
    """A token before it is written.

    Args:
        chance: of every choice.
        header: as JSON.
        claims: as JSON.
        key: that signs.
        algorithm: that signs, whatever the header says.
    """

    chance: random.Random
    header: dict[str, Any]
    claims: dict[str, Any]
    key: Key
    algorithm: str

    def write(self) -> str:
        """The token."""
        return self.signed(json.dumps(self.header), json.dumps(self.claims))

    def signed(self, header: str, claims: str) -> str:
        """A token of these texts."""
        signed = f"{_text(header.encode())}.{_text(claims.encode())}"
        sign = get_default_algorithms()[self.algorithm].sign
        return f"{signed}.{_text(sign(signed.encode(), self.key.private))}"


def right(chance: random.Random) -> Draft:
    """A token that has to be accepted."""
    owner, issuer = chance.choice([("first", ISSUER), ("second", SECOND)])
    key = chance.choice(keys(owner)[:4])
    algorithm = chance.choice(key.algorithms)
    header: dict[str, Any] = {
        "alg": algorithm,
        "typ": chance.choice(["at+jwt", "at+JWT", "application/at+jwt", "AT+JWT"]),
        "kid": key.id,
    }
    if chance.random() < 0.2:
        del header["kid"]
    if chance.random() < 0.2:
        header |= {"x5t": "abc", "jku": "https://evil.example.org/keys"}  # which nobody may look at
    claims: dict[str, Any] = {
        "iss": issuer,
        "sub": chance.choice(["user-1", "Ünï", "0"]),
        "client_id": chance.choice(["client", "https://client.example.org/client.json"]),
        "aud": chance.choice([RESOURCE, [RESOURCE], ["https://other.example.com", RESOURCE]]),
        "exp": chance.choice([NOW + 300, int(NOW) + 1, NOW - LEEWAY + 0.5, NOW + 1e8]),
        "iat": chance.choice([NOW - 10, NOW + LEEWAY]),
        "jti": str(chance.random()),
        "scope": chance.choice(["", "a", "files:read files:write"]),
    }
    if chance.random() < 0.5:
        claims["nbf"] = chance.choice([NOW, NOW + LEEWAY, int(NOW) - 1_000])
    for name in ("iat", "jti", "scope"):
        if chance.random() < 0.1:
            del claims[name]
    return Draft(chance, header, claims, key, algorithm)


def _setting(part: str, name: str, *values: Any) -> Callable[[Draft], str]:
    """A fault that sets a member, or removes it if the value is `...`."""

    def change(draft: Draft) -> str:
        members, value = getattr(draft, part), draft.chance.choice(values)
        if value is ...:
            members.pop(name, None)
        else:
            members[name] = value
        return draft.write()

    return change


def _unsigned(draft: Draft) -> str:
    draft.header["alg"] = draft.chance.choice(["none", "None", "NONE", "nOnE"])
    head, body, signature = draft.write().split(".")
    return f"{head}.{body}.{draft.chance.choice(['', signature, 'AA'])}"


def _confused(draft: Draft) -> str:
    """An HMAC whose secret is the public key, in one of its texts, or a symmetric key of the set."""
    draft.header["alg"] = draft.chance.choice(["HS256", "HS384", "HS512"])
    jwk = json.dumps(draft.key.jwk()).encode()
    secret = draft.chance.choice([draft.key.pem(), draft.key.pem().strip(), jwk, SECRET, b""])
    if secret == SECRET:
        draft.header["kid"] = "symmetric"
    head, body, _ = draft.write().split(".")
    digest = getattr(hashlib, f"sha{draft.header['alg'][2:]}")
    return f"{head}.{body}.{_text(hmac.new(secret, f'{head}.{body}'.encode(), digest).digest())}"


def _confused_in_disguise(draft: Draft) -> str:
    """The same with the algorithm of the public key in the header."""
    head, body, _ = draft.write().split(".")
    secret = draft.chance.choice([draft.key.pem(), json.dumps(draft.key.jwk()).encode()])
    return f"{head}.{body}.{_text(hmac.new(secret, f'{head}.{body}'.encode(), hashlib.sha256).digest())}"


def _other_algorithm(draft: Draft) -> str:
    """The header names another algorithm than the one that signs."""
    draft.header["alg"] = draft.chance.choice([each for each in ALLOWED if each != draft.algorithm])
    return draft.write()


def _wrong_algorithm_of_key(draft: Draft) -> str:
    """The key is for RS256 only."""
    draft.key = keys("first")[1]
    draft.claims["iss"], draft.algorithm = ISSUER, "PS256"
    draft.header |= {"alg": "PS256", "kid": draft.key.id}
    return draft.write()


def _by(owner: str, places: range, *, embedded: bool = False) -> Callable[[Draft], str]:
    """A fault that signs with a key of another party, or with a key that must not sign."""

    def change(draft: Draft) -> str:
        key = keys(owner)[draft.chance.choice(places)]
        kept = draft.key.id
        draft.key, draft.algorithm = key, key.algorithms[0]
        draft.header["alg"] = draft.algorithm
        draft.header["kid"] = key.id if owner == "first" else draft.chance.choice([kept, key.id])
        if draft.chance.random() < 0.2:
            draft.header.pop("kid")
        if owner == "first":
            draft.claims["iss"] = ISSUER
        if embedded:
            draft.header |= {"jwk": key.jwk(), "x5c": ["AA=="], "jku": "https://evil.example.org/keys"}
        return draft.write()

    return change


def _crossed(draft: Draft) -> str:
    """Each authorization server signs for itself only."""
    draft.claims["iss"] = SECOND if draft.claims["iss"] == ISSUER else ISSUER
    return draft.write()


def _twice(draft: Draft) -> str:
    """A member that occurs twice, of which some parsers take the first and others the last."""
    header, claims = json.dumps(draft.header), json.dumps(draft.claims)
    if draft.chance.random() < 0.3:
        return draft.signed(f'{{"alg": "none", {header[1:]}', claims)
    name = draft.chance.choice(["aud", "exp", "iss", "sub"])
    return draft.signed(header, f'{{"{name}": {json.dumps(draft.claims[name])}, {claims[1:]}')


def _no_object(draft: Draft) -> str:
    text = draft.chance.choice(["[]", "null", "1", '"x"', "", "{", '{"exp": NaN}', "[" * 5_000, '{"a": 1}x'])
    header, claims = json.dumps(draft.header), json.dumps(draft.claims)
    return draft.signed(text, claims) if draft.chance.random() < 0.5 else draft.signed(header, text)


def _altered_claims(draft: Draft) -> str:
    head, _, signature = draft.write().split(".")
    draft.claims["sub"] = "admin"
    return f"{head}.{_text(json.dumps(draft.claims).encode())}.{signature}"


def _idle_bits(draft: Draft) -> str:
    """The same signature in another text: the last character has bits that say nothing, which should be zero."""
    token = draft.write()
    return token[:-1] + _ALPHABET[_ALPHABET.index(token[-1]) + draft.chance.choice([1, 2, 15])]


def _altered_text(draft: Draft) -> str:
    """Another character somewhere."""
    token = draft.write()
    place = draft.chance.choice([draft.chance.randrange(len(token)), len(token) - 1, token.index(".") - 1])
    return token[:place] + draft.chance.choice(_ALPHABET.replace(token[place], "") + "=+ \n.") + token[place + 1 :]


def _other_form(draft: Draft) -> str:
    """A signature of ECDSA as an ASN.1 sequence."""
    key = keys("first")[2]
    draft.key, draft.algorithm, draft.claims["iss"] = key, "ES256", ISSUER
    draft.header |= {"alg": "ES256", "kid": key.id}
    head, body, _ = draft.write().split(".")
    raw = get_default_algorithms()["ES256"].sign(f"{head}.{body}".encode(), key.private)
    pair = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    return f"{head}.{body}.{_text(encode_dss_signature(*pair))}"


def _cut(draft: Draft) -> str:
    token = draft.write()
    head, body, signature = token.split(".")
    return draft.chance.choice(
        [
            token[:-1],
            f"{head}.{body}.",
            f"{head}.{body}",
            f"{token}.AA",
            f"{token}.AA.AA",
            f" {token}",
            f"{token}\n",
            f"{head}.{body}.{_text(bytes(64))}",
            f"{head}.{body}.{_text(bytes(256))}",
            f"{head}.{body}.{signature}AAAA",
            "",
            "..",
            "x",
        ]
    )


def _too_long(draft: Draft) -> str:
    draft.claims["x"] = "x" * 20_000
    return draft.write()


LATE = (NOW - LEEWAY, NOW - LEEWAY - 1, 0, -1)
EARLY = (NOW + LEEWAY + 0.01, NOW + 1_000)
NO_TIME: tuple[Any, ...] = (None, "1900000000", True, [], {}, 1e308, 10**400, -(10**400))
NO_NAME: tuple[Any, ...] = (..., None, "", 7, ["user-1"], "a\u0000b", "x" * 3_000)

NO_SCOPES: tuple[Any, ...] = (None, 7, ["a"], "a  b", " a", "a ", 'a"', "é", "a\nb", "a " * 5_000 + "a")
NO_ALGORITHMS: tuple[Any, ...] = (..., None, "", "RS1", "HS256", "ES256K", "rs256", 7, ["RS256"])
NO_TYPES: tuple[Any, ...] = (..., None, "", "JWT", "at+jwt ", "id+jwt", "oauth-id-jag+jwt", "dpop+jwt", 7)
NO_ISSUERS: tuple[Any, ...] = (..., None, "", f"{ISSUER}/", "https://evil.example.org", [ISSUER], 7, ISSUER.upper())
OTHER_RESOURCES: tuple[Any, ...] = (
    *(..., None, "", [], {}, 7, f"{RESOURCE}/", "https://mcp.example.com", f"{RESOURCE}/x", RESOURCE.upper()),
    *(["https://other.example.com"], [[RESOURCE]], [RESOURCE, 7], {"aud": RESOURCE}, "*", ISSUER),
)

WRONG: dict[str, tuple[frozenset[str], Callable[[Draft], str]]] = {
    name: (frozenset(faults), change)
    for name, faults, change in [
        ("no signature algorithm", {"algorithm", "malformed"}, _unsigned),
        ("key confusion", {"algorithm"}, _confused),
        ("key confusion in disguise", {"signature"}, _confused_in_disguise),
        ("algorithm", {"algorithm"}, _setting("header", "alg", *NO_ALGORITHMS)),
        ("algorithm not allowed", {"algorithm"}, _setting("header", "alg", "RS384", "PS512", "ES512")),
        ("other algorithm", {"signature", "key"}, _other_algorithm),
        ("algorithm of the key", {"key"}, _wrong_algorithm_of_key),
        ("type", {"type"}, _setting("header", "typ", *NO_TYPES)),
        ("unknown key id", {"key"}, _setting("header", "kid", "x", "", "first-rsa ", "../../etc/passwd", "' or 1=1")),
        ("key id", {"header"}, _setting("header", "kid", 7, ["first-rsa"], {}, True, "x" * 300)),
        ("critical header", {"header"}, _setting("header", "crit", ["exp"], [], None, ["b64"])),
        ("unencoded body", {"header"}, _setting("header", "b64", False, True)),
        ("key of an attacker", {"signature", "key"}, _by("evil", range(4))),
        ("key in the header", {"signature", "key"}, _by("evil", range(4), embedded=True)),
        ("key for encryption", {"key", "signature"}, _by("first", range(4, 5))),
        ("weak key", {"key", "signature"}, _by("first", range(5, 6))),
        ("issuer", {"issuer"}, _setting("claims", "iss", *NO_ISSUERS)),
        ("crossed issuers", {"key", "signature"}, _crossed),
        ("audience", {"audience"}, _setting("claims", "aud", *OTHER_RESOURCES)),
        ("no end", {"claim"}, _setting("claims", "exp", ..., *NO_TIME)),
        ("past its end", {"expired"}, _setting("claims", "exp", *LATE)),
        ("before its begin", {"not yet valid"}, _setting("claims", "nbf", *EARLY)),
        ("no begin", {"claim"}, _setting("claims", "nbf", *NO_TIME)),
        ("issued later", {"not yet valid"}, _setting("claims", "iat", *EARLY)),
        ("no time of issue", {"claim"}, _setting("claims", "iat", *NO_TIME)),
        ("subject", {"claim"}, _setting("claims", "sub", *NO_NAME)),
        ("client", {"claim"}, _setting("claims", "client_id", *NO_NAME)),
        ("scope", {"claim"}, _setting("claims", "scope", *NO_SCOPES)),
        ("bound to a key", {"sender-constrained"}, _setting("claims", "cnf", {"jkt": "x"}, {"x5t#S256": "x"}, "x", {})),
        ("a member twice", {"malformed"}, _twice),
        ("no object", {"malformed"}, _no_object),
        ("altered claims", {"signature"}, _altered_claims),
        ("altered text", FAULTS, _altered_text),
        ("idle bits", {"malformed"}, _idle_bits),
        ("other form of signature", {"signature"}, _other_form),
        ("cut", {"malformed", "signature"}, _cut),
        ("too long", {"malformed"}, _too_long),
    ]
}


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


async def fault_of(verifier: JwtVerifier, token: str) -> str:
    """Why a token is rejected; empty if it is accepted. The error must not show the token."""
    try:
        principal = await verifier.verify(token)
    except TokenRejected as error:
        shown = f"{error!r} {error} {error.__context__!r} {error.__cause__!r}"
        assert not any(part and len(part) > 8 and part in shown for part in token.split(".")), "the token is shown"
        return error.fault
    assert token not in f"{principal!r} {principal} {principal.key}"
    assert principal.issuer in (ISSUER, SECOND)
    return ""


async def play(number: int, seed: int, verifier: JwtVerifier, count: Callable[[str, str], None]) -> str:
    """Verify one right token and one with each fault in turn; what is wrong about the verdicts, or nothing."""
    chance = random.Random(f"{seed} {number}")
    fault = await fault_of(verifier, right(chance).write())
    count("right tokens", fault or "accepted")
    if fault:
        return f"a right token is rejected: {fault}"
    names = [*WRONG]
    name = names[number % len(names)]
    expected, change = WRONG[name]
    draft = right(chance)
    token = change(draft)
    fault = await fault_of(verifier, token)
    count("wrong tokens", f"{name}: {fault or 'accepted'}")
    return "" if fault in expected else f"{name}: {fault or 'accepted'} with {draft.header} {draft.claims}"[:500]
