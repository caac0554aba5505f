"""Random URIs, URI templates and paths, with what the grammar, another library or the operating system says of them."""

from __future__ import annotations

import os
import random
import re
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uritemplate

import mcp_bindings as mb
from mcp_bindings.guards import FileRoots, UriTemplate, check_resource_uri

PIECES = ("a", "B7", "-._~", "%20", "%c3%A4", "!$&'()*+,;=", ":@")
ILLEGAL = (" ", "\n", "\0", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "%", "%4", "%zz", "ä")
TEXTS = ("", "a", "a b", "/x", "../y", "ä€", "50%", "%20", "x=y&z", "😀", "a,b", ";", "~.-_")


def _pieces(rng: random.Random, most: int) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randrange(most)))


def uri(rng: random.Random) -> str:
    """A URI by RFC 3986."""
    scheme = rng.choice(("file", "https", "git+ssh", "x-a.b", "GIT", "custom"))
    host = rng.choice(("", "host", "a.example", "[::1]", "10.0.0.1", "user@host"))
    authority = rng.choice(("", f"//{host}", f"//{host}:80", "//"))
    path = "".join(f"/{_pieces(rng, 3)}" for _ in range(rng.randrange(4))) if authority else f"a{_pieces(rng, 3)}/b"
    query = rng.choice(("", "?", f"?{_pieces(rng, 3)}/?"))
    return f"{scheme}:{authority}{path}{query}{rng.choice(('', '#', '#' + _pieces(rng, 3)))}"


def check_uri(rng: random.Random) -> tuple[str, str]:
    """URIs that the grammar of RFC 3986 makes, and the same with characters that it does not allow."""
    text = uri(rng)
    schemes = rng.choice((None, {"file", "https", "git"}))
    kind, fits = "valid", schemes is None or text.partition(":")[0].lower() in schemes
    if rng.random() < 0.5:
        kind, fits = "broken", False
        if rng.random() < 0.1:
            text = rng.choice(
                (text.partition(":")[2].replace(":", ""), "", "a/b", "1a:b", ":x", "é:x", "a" * 9000 + ":b")
            )
        else:
            place = rng.randrange(len(text) + 1)
            illegal = rng.choice(ILLEGAL)
            text = f"{text[:place]}{illegal}{'-' * illegal.startswith('%')}{text[place:]}"
    try:
        check_resource_uri(text, schemes)
    except mb.ProtocolError:
        return kind, f"{text!r} is rejected" if fits else ""
    return kind, "" if fits else f"{text!r} is accepted"


def template(rng: random.Random, operators: str = " +#./;?&", *, is_plain: bool = False) -> str:
    """A URI template; a plain one has one variable in each expression, without modifiers."""
    parts: list[str] = []
    for number in range(rng.randrange(1, 5)):
        parts.append(rng.choice(("", "/", "-", "lit", "%7E", "x://h/", ".")))
        names = [f"v{number}{each}" for each in "ab"[: 1 if is_plain else rng.randrange(1, 3)]]
        ends = [""] if is_plain else rng.choices(("", "", "*", ":2"), k=len(names))
        inner = ",".join(name + end for name, end in zip(names, ends, strict=True))
        parts.append(f"{{{rng.choice(operators).strip()}{inner}}}")
    return "".join(parts) + rng.choice(("", "/end"))


def check_expansion(rng: random.Random) -> tuple[str, str]:
    """Expansions, which the package uritemplate makes too."""
    text = template(rng)
    made = UriTemplate(text)
    values: dict[str, Any] = {}
    for name in made.variables:
        is_cut = f"{name}:" in text
        match rng.choice(("text", "none") if is_cut else ("text", "none", "list", "names")):
            case "text":  # that package cuts prefixes of texts with percent-encodings elsewhere
                values[name] = rng.choice([each for each in TEXTS if not is_cut or "%" not in each])
            case "list":
                # in {;v*}, that package writes `v=` for an empty text, where the RFC has `v`; so there is none
                values[name] = [rng.choice(TEXTS[1:]) for _ in range(rng.randrange(1, 4))]
            case "names":
                values[name] = {
                    key: rng.choice(TEXTS[1:]) for key in sorted(rng.sample(("k", "l", "m n"), rng.randrange(1, 3)))
                }
            case _:
                pass
    found, wanted = made.expand(values), uritemplate.expand(text, values)
    return "expanded", "" if found == wanted else f"{text!r} of {values!r} gives {found!r}, not {wanted!r}"


FAULTS = (
    *("{", "}", "{}", "{=a}", "{@a}", "{|a}", "{!a}", "{a:0}", "{a:10000}", "{a*:3}", "{a:}", "{a,}", "{,a}", "{a..b}"),
    *("{.}", "{%4}", "<", '"', "\\", "^", "`", "|", "%", "%4x", "{{a}}", "{a-b}", "{ä}", " ", "\n", "{a b}"),
)


def check_broken_template(rng: random.Random) -> tuple[str, str]:
    """Templates with a fault."""
    broken = template(rng) + rng.choice(FAULTS) + rng.choice(("", "/x"))
    try:
        UriTemplate(broken)
    except ValueError:
        return "rejected", ""
    return "rejected", f"{broken!r} is accepted"


def check_match(rng: random.Random) -> tuple[str, str]:
    """Matches: an expansion matches, what matches expands to the same URI, and a regular expression agrees."""
    if rng.random() < 0.15:
        other = UriTemplate(template(rng, "#.;?&", is_plain=True))
        try:
            other.match("x")
        except ValueError:
            return "refused", ""
        return "refused", f"{other.template} is matched"
    text = template(rng, rng.choice((" ", " +/")), is_plain=True)
    made = UriTemplate(text)
    target = made.expand({name: rng.choice(TEXTS) for name in made.variables})
    if rng.random() < 0.5:
        place = rng.randrange(len(target) + 1)
        target = (
            target[:place] + rng.choice(("/", "a", "%2F", "%", "ü", "?", "%ff")) + target[place + rng.randrange(2) :]
        )
    found = made.match(target)
    fits = re.fullmatch(pattern(text), target) is not None
    shown = f"{text!r} with {target!r} gives {found!r}"
    if found is None:
        is_text = "%ff" not in target and "\ufffd" not in decoded(target)
        return "no match", shown if fits and is_text else ""
    again = made.expand(found)
    return "match", "" if fits and _canonical(again) == _canonical(target) else f"{shown}, which expands to {again!r}"


def decoded(text: str) -> str:
    """Without percent-encodings, with U+FFFD for what is no UTF-8."""
    return re.sub(
        "(?:%[0-9A-Fa-f]{2})+", lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), text
    )


def _canonical(text: str) -> str:
    """With unreserved characters decoded, and other percent-encodings in capitals."""

    def one(found: re.Match[str]) -> str:
        character = chr(int(found[0][1:], 16))
        return character if re.fullmatch("[A-Za-z0-9._~-]", character) else found[0].upper()

    return re.sub("%[0-9A-Fa-f]{2}", one, text)


def pattern(text: str) -> str:
    """A regular expression for the expansions of a plain template."""
    unreserved, triplet = r"[A-Za-z0-9._~-]", "%[0-9A-Fa-f]{2}"
    forms = {
        "": f"(?:{unreserved}|{triplet})*",
        "+": rf"(?:{unreserved}|{triplet}|[:/?#\[\]@!$&'()*+,;=])*",
        "/": f"(?:/(?:{unreserved}|{triplet})*)?",
    }
    parts = re.split(r"\{([+/]?)\w+\}", text)
    return "".join(forms[part] if index % 2 else re.escape(part) for index, part in enumerate(parts))


NAMES = (
    "in",
    "In",
    "sub",
    "out",
    "up",
    "loop",
    "link",
    "deep",
    "file",
    "ä",
    "..",
    "..",
    ".",
    "",
    "new",
    "root",
    "ROOT",
)


@contextmanager
def tree() -> Generator[Path]:
    """Roots with links in and out, and what is beside them."""
    with tempfile.TemporaryDirectory() as made:
        base = Path(made).resolve()
        for each in ("root/in/sub/deep", "root/ä", "root2/in", "rootless", "out/in", "ROOT"):
            (base / each).mkdir(parents=True)
        for each in ("root", "root/in", "root/in/sub", "out", "root2", "rootless", "ROOT"):
            (base / each / "file").write_text(each, encoding="utf-8")
        for link, target in {
            "root/up": "..",
            "root/out": "../out",
            "root/in/out": str(base / "out" / "in"),
            "root/link": "in/sub",
            "root/in/link": "../../root2",
            "root/loop": "loop",
            "out/in/root": str(base / "root"),
            "link": "root",
        }.items():
            (base / link).symlink_to(target)
        yield base


def check_path(rng: random.Random, base: Path) -> tuple[str, str]:
    """Paths, of which the kernel says where they lead once they are opened."""
    roots = FileRoots([base / "root", (base / "root2").as_uri(), base / "out" / "in" / "root" / "ä"])
    start = rng.choice(
        ("root", "root", "root", "root2", "rootless", "out", "link", "ROOT", "root/../root", "out/../root")
    )
    segments = [*str(base).split("/")[1:], *start.split("/"), *rng.choices(NAMES, k=rng.randrange(6))]
    host = rng.choice(("", "", "", "localhost"))
    text = f"file://{host}" + "".join(f"/{_spelled(rng, each)}" for each in segments)
    kind, real = _kernel_says("/" + "/".join(segments))
    inside = real is not None and _is_inside(base, real)
    if rng.random() < 0.1:
        kind, inside = "odd", False
        text = rng.choice(
            (text.replace("://", "://elsewhere", 1), f"{text}/%00", f"{text}/%2f..%2f..", f"{text}/\\..", f"{text}?x",
             f"{text}#x", text.replace("file", "http", 1), text[len("file://") :], "file:///", "file:a")
        )  # fmt: skip
    try:
        found = str(roots.resolve(text))
    except mb.ProtocolError:
        return kind, f"{text} is rejected" if inside and kind == "exists" else ""
    led = _kernel_says(found)[1]
    if led is None or kind == "odd" or not _is_inside(base, led):
        return kind, f"{text} is accepted as {found}"
    return kind, "" if kind != "exists" or found == real else f"{text} becomes {found}, not {real}"


def _is_inside(base: Path, real: str) -> bool:
    return any(f"{real}/".startswith(f"{base / each}/") for each in ("root", "root2"))


def _spelled(rng: random.Random, segment: str) -> str:
    """A segment with some of its characters percent-encoded."""
    plain = re.compile("[A-Za-z0-9._~-]")
    return "".join(
        chr(byte) if rng.random() < 0.8 and plain.fullmatch(chr(byte)) else f"%{byte:02{rng.choice('xX')}}"
        for byte in segment.encode()
    )


def _kernel_says(path: str) -> tuple[str, str | None]:
    """Whether something is there, and the real path of it, or of the directory before the first missing name."""
    kind, end = "exists", path
    while True:
        try:
            descriptor = os.open(end or "/", os.O_PATH)
        except FileNotFoundError:
            kind, end = "is missing", end.rpartition("/")[0]
        except NotADirectoryError:  # a name below a file
            kind, end = "cannot exist", end.rpartition("/")[0]
        except OSError:  # a circle of links
            return "cannot exist", None
        else:
            real = str(Path(f"/proc/self/fd/{descriptor}").readlink())
            os.close(descriptor)
            return kind, real
