"""The URIs that a listed template of resources stands for."""

from __future__ import annotations

from ..guards.uri_templates import UriTemplate


class ResourcePattern:
    """The URIs that fit a template.

    Where the template has expressions that cannot be matched, such as those of a query, the text before its first
    expression decides; the handler has to look at the rest.

    Args:
        template: as the server lists it. If it is not valid, it decides in the same way.

    Attributes:
        variables: the names of its variables; None if it is not valid.
    """

    def __init__(self, template: str) -> None:
        before = template.partition("{")[0]
        self._before = before if before.isascii() else ""  # URIs have other characters percent-encoded
        try:
            self._template: UriTemplate | None = UriTemplate(template)
        except ValueError:
            self._template = None
        self.variables: tuple[str, ...] | None = None if self._template is None else self._template.variables

    def fits(self, uri: str) -> bool:
        """Whether a URI fits the template."""
        if not uri.startswith(self._before):
            return False
        template = self._template
        return template is None or not template.is_matched or template.match(uri) is not None
