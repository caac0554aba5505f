"""What every page stands on: its layout, its colours, and how values get into it.

A page NAME is `NAME.html.j2`, which extends `base.html.j2`, `NAME.css` after `base.css`, and `NAME.js` after `base.js`.
Style and script stand in the page, and a content security policy names their sums, so nothing else can run or load.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

import jinja2

from mcp_bindgen import __version__


def render(name: str, *, title: str, data: object, **variables: object) -> str:
    """A page as text, the same for the same values, and ASCII, so no terminal or file spoils it.

    Args:
        name: of the page's templates.
        title: of the document.
        data: a JSON value that the page carries whole; the script finds it as `data`, the template too.
        variables: what only the template sees.
    """
    style, script = _asset("base.css") + _asset(f"{name}.css"), _asset("base.js") + _asset(f"{name}.js")
    sources = {
        "default-src": "'none'",
        "script-src": _sum(script),
        "style-src": _sum(style),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = (
        environment()
        .get_template(f"{name}.html.j2")
        .render(
            variables,
            title=title,
            data=data,
            version=__version__,
            policy="; ".join(f"{kind} {source}" for kind, source in sources.items()),
            style=style,
            script=script,
        )
    )
    # Style, script and data are ASCII as they are, and anywhere else a character may be written as its number.
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


@cache
def environment() -> jinja2.Environment:
    """Where templates come from, and what they may do."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("mcp_bindgen.pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # `tojson` writes ASCII without <, > and &, so no text in a value can end the script element that holds it.
    made.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    return made


def _asset(name: str) -> str:
    source = environment()
    assert source.loader
    return source.loader.get_source(source, name)[0]


def _sum(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
