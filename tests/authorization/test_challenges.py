"""The header `WWW-Authenticate`: examples of the standards, the edges of the grammar, and noise."""

from __future__ import annotations

import random

import pytest

import mcp_bindings as mb
from mcp_bindings.authorization.challenges import BearerChallenge, Challenge, parse_challenges, read_bearer_challenge
from tests.revisions import as_of

METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", []),
        (" \t", []),
        (", ,,", []),
        ("Bearer", [("bearer", ())]),
        ("Bearer ", [("bearer", ())]),
        ("bEARER, Basic", [("bearer", ()), ("basic", ())]),
        ('Basic realm="simple"', [("basic", (("realm", "simple"),))]),
        ("Basic REALM = simple", [("basic", (("realm", "simple"),))]),
        (
            'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
            [
                ("newauth", (("realm", "apps"), ("type", "1"), ("title", 'Login to "apps"'))),
                ("basic", (("realm", "simple"),)),
            ],
        ),
        ('Bearer a="x, Basic b=c"', [("bearer", (("a", "x, Basic b=c"),))]),
        ('Bearer a=""', [("bearer", (("a", ""),))]),
        ('Bearer a="\\\\\\a"', [("bearer", (("a", "\\a"),))]),
        ('Bearer a="\u00e9"', [("bearer", (("a", "\u00e9"),))]),
        (",Bearer a=b,,\tc=d ,", [("bearer", (("a", "b"), ("c", "d")))]),
        ("Bearer a=b, Negotiate", [("bearer", (("a", "b"),)), ("negotiate", ())]),
    ],
)
def test_what_is_a_list_of_challenges(value: str, expected: list[tuple[str, tuple[tuple[str, str], ...]]]) -> None:
    assert parse_challenges(value) == tuple(Challenge(*row) for row in expected)


@pytest.mark.parametrize("text", ["YWJj", "YWJj==", "a.b_c~d+e/f-", "a="])
def test_what_stands_in_place_of_parameters(text: str) -> None:
    assert parse_challenges(f"Negotiate {text}, Bearer a=b") == (
        Challenge("negotiate", (), text),
        Challenge("bearer", (("a", "b"),)),
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("=", "no scheme at character 0"),
        ('"Bearer"', "no scheme at character 0"),
        ("a=b", "no scheme at character 0"),
        ("Bearer, a=b", "no scheme at character 8"),
        ("Bearer\ta=b", "no scheme at character 0"),
        ("Bearer a=b c=d", "neither a comma nor a well-formed parameter at character 7"),
        ("Bearer foo bar", "neither a comma nor a well-formed parameter at character 7"),
        ('Bearer a="b', "at character 7"),
        ('Bearer a="b"c', "at character 7"),
        ('Bearer a="b\\', "at character 7"),
        ('Bearer a="\n"', "at character 7"),
        ('Bearer a="\\\x00"', "at character 7"),
        ("Bearer a==b", "at character 7"),
        ("Bearer a=b, c=\u00e9", "no scheme at character 12"),
        ("Bearer a=1, A=2", "a parameter twice in one challenge, at character 12"),
    ],
)
def test_what_is_none(value: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_challenges(value)


def test_the_value_is_not_quoted() -> None:
    with pytest.raises(ValueError, match="character 7") as caught:
        parse_challenges('Bearer secret="s3cret')
    assert "s3cret" not in str(caught.value)


FULL = (
    'Bearer error="insufficient_scope", scope="files:read  files:write", '
    f'resource_metadata="{METADATA}", error_description="More"'
)


READ_SINCE: dict[str, BearerChallenge | None] = {
    "2024-11-05": None,
    "2025-06-18": BearerChallenge(METADATA),
    "2025-11-25": BearerChallenge(METADATA, ("files:read", "files:write"), "insufficient_scope", "More"),
}


@pytest.mark.parametrize("revision", [*mb.REVISIONS, "draft"])
def test_each_revision_reads_what_it_knows(revision: str) -> None:
    expected = as_of(READ_SINCE, revision)
    assert read_bearer_challenge(FULL, revision) == expected
    assert read_bearer_challenge(f'Basic realm="x", {FULL}', revision) == expected


def test_a_header_without_bearer_is_no_bearer_challenge() -> None:
    assert read_bearer_challenge("Basic realm=x", mb.LATEST) is None
    assert read_bearer_challenge("", mb.LATEST) is None
    assert read_bearer_challenge("Bearer", mb.LATEST) == BearerChallenge()
    assert read_bearer_challenge('Bearer scope=""', mb.LATEST) == BearerChallenge(scope=())
    assert read_bearer_challenge("Bearer a=b, Bearer error=c", mb.LATEST) == BearerChallenge()


def test_only_known_revisions_are_read() -> None:
    with pytest.raises(mb.UnknownRevision):
        read_bearer_challenge("Bearer", "2020-01-01")


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_refused_or_read(seed: int) -> None:
    generator = random.Random(seed)
    parts = ["Bearer", "Basic", " ", ",", "=", '"', "\\", "a", "scope", "é", "\t", "\n", "==", "resource_metadata", "/"]
    read = 0
    for _ in range(2000):
        value = "".join(generator.choices(parts, k=generator.randrange(12)))
        if is_read(value):
            read += 1
            assert all(name == name.lower() for each in parse_challenges(value) for name, _ in each.parameters)
    assert read > 20, f"seed {seed}"


def is_read(value: str) -> bool:
    try:
        parse_challenges(value)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_is_read(seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(300):
        names = generator.sample(["a", "b-c", "scope", "error", "x!"], k=generator.randrange(1, 5))
        given = [(name, "".join(generator.choices('ab ,="\\é\t', k=generator.randrange(6)))) for name in names]
        text = " , ".join(f'{name} ="{escaped(value)}"' for name, value in given)
        assert parse_challenges(f"Scheme  {text}") == (Challenge("scheme", tuple(given)),), f"seed {seed}"


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
