"""Render pages from templates.

The page NAME consists of `NAME.html.j2`, which extends `base.html.j2`, of `NAME.css` after `base.css`, and of `NAME.js`
after `base.js`. Style and script are inline. A content security policy allows only this style and script, by their
hashes, so that nothing else can run or load.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

import jinja2

from mcp_bindgen import __version__


def render_page(name: str, *, title: str, data: object, **variables: object) -> str:
    """Return a page as ASCII text, which no encoding can garble. Equal values give equal text.

    Args:
        name: name of the page and its templates.
        title: title of the document.
        data: a JSON value that is embedded in the page, where template and script read it as `data`.
        variables: further values for the template only.
    """
    style, script = (
        _read_asset("base.css") + _read_asset(f"{name}.css"),
        _read_asset("base.js") + _read_asset(f"{name}.js"),
    )
    sources = {
        "default-src": "'none'",
        "script-src": _csp_hash(script),
        "style-src": _csp_hash(style),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = (
        make_environment()
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
    # Style, script and data are ASCII already; everywhere else, HTML allows numeric character references.
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


@cache
def make_environment() -> jinja2.Environment:
    """Return the Jinja environment of all pages, which is made once."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("mcp_bindgen.pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # `tojson` writes ASCII without <, > and &, so no text in the data can end the script element that contains it.
    made.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    return made


def _read_asset(name: str) -> str:
    source = make_environment()
    assert source.loader
    return source.loader.get_source(source, name)[0]


def _csp_hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
