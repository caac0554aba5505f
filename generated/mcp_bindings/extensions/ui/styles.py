"""The types of the extension io.modelcontextprotocol/ui: styles.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Omittable
from .base import WireModel


class McpUiHostCss(WireModel, extra="forbid"):
    """Style sheets that a host gives to a view.

    Schema `#/$defs/McpUiHostCss`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    fonts: Omittable[str] = None
    """CSS rules that load fonts."""


class McpUiHostStyles(WireModel, extra="forbid"):
    """The look of the host, for views that want to match it.

    Schema `#/$defs/McpUiHostStyles`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    variables: Omittable["McpUiStyles"] = None
    """Values of the CSS variables."""

    css: Omittable[McpUiHostCss] = None
    """Style sheets."""


McpUiStyleVariableKey: typing.TypeAlias = (
    Literal["--color-background-primary"]
    | Literal["--color-background-secondary"]
    | Literal["--color-background-tertiary"]
    | Literal["--color-background-inverse"]
    | Literal["--color-background-ghost"]
    | Literal["--color-background-info"]
    | Literal["--color-background-danger"]
    | Literal["--color-background-success"]
    | Literal["--color-background-warning"]
    | Literal["--color-background-disabled"]
    | Literal["--color-text-primary"]
    | Literal["--color-text-secondary"]
    | Literal["--color-text-tertiary"]
    | Literal["--color-text-inverse"]
    | Literal["--color-text-ghost"]
    | Literal["--color-text-info"]
    | Literal["--color-text-danger"]
    | Literal["--color-text-success"]
    | Literal["--color-text-warning"]
    | Literal["--color-text-disabled"]
    | Literal["--color-border-primary"]
    | Literal["--color-border-secondary"]
    | Literal["--color-border-tertiary"]
    | Literal["--color-border-inverse"]
    | Literal["--color-border-ghost"]
    | Literal["--color-border-info"]
    | Literal["--color-border-danger"]
    | Literal["--color-border-success"]
    | Literal["--color-border-warning"]
    | Literal["--color-border-disabled"]
    | Literal["--color-ring-primary"]
    | Literal["--color-ring-secondary"]
    | Literal["--color-ring-inverse"]
    | Literal["--color-ring-info"]
    | Literal["--color-ring-danger"]
    | Literal["--color-ring-success"]
    | Literal["--color-ring-warning"]
    | Literal["--font-sans"]
    | Literal["--font-mono"]
    | Literal["--font-weight-normal"]
    | Literal["--font-weight-medium"]
    | Literal["--font-weight-semibold"]
    | Literal["--font-weight-bold"]
    | Literal["--font-text-xs-size"]
    | Literal["--font-text-sm-size"]
    | Literal["--font-text-md-size"]
    | Literal["--font-text-lg-size"]
    | Literal["--font-heading-xs-size"]
    | Literal["--font-heading-sm-size"]
    | Literal["--font-heading-md-size"]
    | Literal["--font-heading-lg-size"]
    | Literal["--font-heading-xl-size"]
    | Literal["--font-heading-2xl-size"]
    | Literal["--font-heading-3xl-size"]
    | Literal["--font-text-xs-line-height"]
    | Literal["--font-text-sm-line-height"]
    | Literal["--font-text-md-line-height"]
    | Literal["--font-text-lg-line-height"]
    | Literal["--font-heading-xs-line-height"]
    | Literal["--font-heading-sm-line-height"]
    | Literal["--font-heading-md-line-height"]
    | Literal["--font-heading-lg-line-height"]
    | Literal["--font-heading-xl-line-height"]
    | Literal["--font-heading-2xl-line-height"]
    | Literal["--font-heading-3xl-line-height"]
    | Literal["--border-radius-xs"]
    | Literal["--border-radius-sm"]
    | Literal["--border-radius-md"]
    | Literal["--border-radius-lg"]
    | Literal["--border-radius-xl"]
    | Literal["--border-radius-full"]
    | Literal["--border-width-regular"]
    | Literal["--shadow-hairline"]
    | Literal["--shadow-sm"]
    | Literal["--shadow-md"]
    | Literal["--shadow-lg"]
)
"""Name of a CSS variable for the look of the host.

Schema `#/$defs/McpUiStyleVariableKey`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiStyles(WireModel, extra="forbid"):
    """Values of the CSS variables for the look of the host.

    Schema `#/$defs/McpUiStyles`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    color_background_primary: Any = Field(
        validation_alias="--color-background-primary", serialization_alias="--color-background-primary"
    )
    """Background color: primary."""

    color_background_secondary: Any = Field(
        validation_alias="--color-background-secondary", serialization_alias="--color-background-secondary"
    )
    """Background color: secondary."""

    color_background_tertiary: Any = Field(
        validation_alias="--color-background-tertiary", serialization_alias="--color-background-tertiary"
    )
    """Background color: tertiary."""

    color_background_inverse: Any = Field(
        validation_alias="--color-background-inverse", serialization_alias="--color-background-inverse"
    )
    """Background color: inverse."""

    color_background_ghost: Any = Field(
        validation_alias="--color-background-ghost", serialization_alias="--color-background-ghost"
    )
    """Background color: ghost."""

    color_background_info: Any = Field(
        validation_alias="--color-background-info", serialization_alias="--color-background-info"
    )
    """Background color: info."""

    color_background_danger: Any = Field(
        validation_alias="--color-background-danger", serialization_alias="--color-background-danger"
    )
    """Background color: danger."""

    color_background_success: Any = Field(
        validation_alias="--color-background-success", serialization_alias="--color-background-success"
    )
    """Background color: success."""

    color_background_warning: Any = Field(
        validation_alias="--color-background-warning", serialization_alias="--color-background-warning"
    )
    """Background color: warning."""

    color_background_disabled: Any = Field(
        validation_alias="--color-background-disabled", serialization_alias="--color-background-disabled"
    )
    """Background color: disabled."""

    color_text_primary: Any = Field(validation_alias="--color-text-primary", serialization_alias="--color-text-primary")
    """Text color: primary."""

    color_text_secondary: Any = Field(
        validation_alias="--color-text-secondary", serialization_alias="--color-text-secondary"
    )
    """Text color: secondary."""

    color_text_tertiary: Any = Field(
        validation_alias="--color-text-tertiary", serialization_alias="--color-text-tertiary"
    )
    """Text color: tertiary."""

    color_text_inverse: Any = Field(validation_alias="--color-text-inverse", serialization_alias="--color-text-inverse")
    """Text color: inverse."""

    color_text_ghost: Any = Field(validation_alias="--color-text-ghost", serialization_alias="--color-text-ghost")
    """Text color: ghost."""

    color_text_info: Any = Field(validation_alias="--color-text-info", serialization_alias="--color-text-info")
    """Text color: info."""

    color_text_danger: Any = Field(validation_alias="--color-text-danger", serialization_alias="--color-text-danger")
    """Text color: danger."""

    color_text_success: Any = Field(validation_alias="--color-text-success", serialization_alias="--color-text-success")
    """Text color: success."""

    color_text_warning: Any = Field(validation_alias="--color-text-warning", serialization_alias="--color-text-warning")
    """Text color: warning."""

    color_text_disabled: Any = Field(
        validation_alias="--color-text-disabled", serialization_alias="--color-text-disabled"
    )
    """Text color: disabled."""

    color_border_primary: Any = Field(
        validation_alias="--color-border-primary", serialization_alias="--color-border-primary"
    )
    """Border color: primary."""

    color_border_secondary: Any = Field(
        validation_alias="--color-border-secondary", serialization_alias="--color-border-secondary"
    )
    """Border color: secondary."""

    color_border_tertiary: Any = Field(
        validation_alias="--color-border-tertiary", serialization_alias="--color-border-tertiary"
    )
    """Border color: tertiary."""

    color_border_inverse: Any = Field(
        validation_alias="--color-border-inverse", serialization_alias="--color-border-inverse"
    )
    """Border color: inverse."""

    color_border_ghost: Any = Field(validation_alias="--color-border-ghost", serialization_alias="--color-border-ghost")
    """Border color: ghost."""

    color_border_info: Any = Field(validation_alias="--color-border-info", serialization_alias="--color-border-info")
    """Border color: info."""

    color_border_danger: Any = Field(
        validation_alias="--color-border-danger", serialization_alias="--color-border-danger"
    )
    """Border color: danger."""

    color_border_success: Any = Field(
        validation_alias="--color-border-success", serialization_alias="--color-border-success"
    )
    """Border color: success."""

    color_border_warning: Any = Field(
        validation_alias="--color-border-warning", serialization_alias="--color-border-warning"
    )
    """Border color: warning."""

    color_border_disabled: Any = Field(
        validation_alias="--color-border-disabled", serialization_alias="--color-border-disabled"
    )
    """Border color: disabled."""

    color_ring_primary: Any = Field(validation_alias="--color-ring-primary", serialization_alias="--color-ring-primary")
    """Focus ring color: primary."""

    color_ring_secondary: Any = Field(
        validation_alias="--color-ring-secondary", serialization_alias="--color-ring-secondary"
    )
    """Focus ring color: secondary."""

    color_ring_inverse: Any = Field(validation_alias="--color-ring-inverse", serialization_alias="--color-ring-inverse")
    """Focus ring color: inverse."""

    color_ring_info: Any = Field(validation_alias="--color-ring-info", serialization_alias="--color-ring-info")
    """Focus ring color: info."""

    color_ring_danger: Any = Field(validation_alias="--color-ring-danger", serialization_alias="--color-ring-danger")
    """Focus ring color: danger."""

    color_ring_success: Any = Field(validation_alias="--color-ring-success", serialization_alias="--color-ring-success")
    """Focus ring color: success."""

    color_ring_warning: Any = Field(validation_alias="--color-ring-warning", serialization_alias="--color-ring-warning")
    """Focus ring color: warning."""

    font_sans: Any = Field(validation_alias="--font-sans", serialization_alias="--font-sans")
    """Font family: sans."""

    font_mono: Any = Field(validation_alias="--font-mono", serialization_alias="--font-mono")
    """Font family: mono."""

    font_weight_normal: Any = Field(validation_alias="--font-weight-normal", serialization_alias="--font-weight-normal")
    """Font weight: normal."""

    font_weight_medium: Any = Field(validation_alias="--font-weight-medium", serialization_alias="--font-weight-medium")
    """Font weight: medium."""

    font_weight_semibold: Any = Field(
        validation_alias="--font-weight-semibold", serialization_alias="--font-weight-semibold"
    )
    """Font weight: semibold."""

    font_weight_bold: Any = Field(validation_alias="--font-weight-bold", serialization_alias="--font-weight-bold")
    """Font weight: bold."""

    font_text_xs_size: Any = Field(validation_alias="--font-text-xs-size", serialization_alias="--font-text-xs-size")
    """Font size of text in size xs."""

    font_text_sm_size: Any = Field(validation_alias="--font-text-sm-size", serialization_alias="--font-text-sm-size")
    """Font size of text in size sm."""

    font_text_md_size: Any = Field(validation_alias="--font-text-md-size", serialization_alias="--font-text-md-size")
    """Font size of text in size md."""

    font_text_lg_size: Any = Field(validation_alias="--font-text-lg-size", serialization_alias="--font-text-lg-size")
    """Font size of text in size lg."""

    font_heading_xs_size: Any = Field(
        validation_alias="--font-heading-xs-size", serialization_alias="--font-heading-xs-size"
    )
    """Font size of heading in size xs."""

    font_heading_sm_size: Any = Field(
        validation_alias="--font-heading-sm-size", serialization_alias="--font-heading-sm-size"
    )
    """Font size of heading in size sm."""

    font_heading_md_size: Any = Field(
        validation_alias="--font-heading-md-size", serialization_alias="--font-heading-md-size"
    )
    """Font size of heading in size md."""

    font_heading_lg_size: Any = Field(
        validation_alias="--font-heading-lg-size", serialization_alias="--font-heading-lg-size"
    )
    """Font size of heading in size lg."""

    font_heading_xl_size: Any = Field(
        validation_alias="--font-heading-xl-size", serialization_alias="--font-heading-xl-size"
    )
    """Font size of heading in size xl."""

    font_heading_2xl_size: Any = Field(
        validation_alias="--font-heading-2xl-size", serialization_alias="--font-heading-2xl-size"
    )
    """Font size of heading in size 2xl."""

    font_heading_3xl_size: Any = Field(
        validation_alias="--font-heading-3xl-size", serialization_alias="--font-heading-3xl-size"
    )
    """Font size of heading in size 3xl."""

    font_text_xs_line_height: Any = Field(
        validation_alias="--font-text-xs-line-height", serialization_alias="--font-text-xs-line-height"
    )
    """Line height of text in size xs."""

    font_text_sm_line_height: Any = Field(
        validation_alias="--font-text-sm-line-height", serialization_alias="--font-text-sm-line-height"
    )
    """Line height of text in size sm."""

    font_text_md_line_height: Any = Field(
        validation_alias="--font-text-md-line-height", serialization_alias="--font-text-md-line-height"
    )
    """Line height of text in size md."""

    font_text_lg_line_height: Any = Field(
        validation_alias="--font-text-lg-line-height", serialization_alias="--font-text-lg-line-height"
    )
    """Line height of text in size lg."""

    font_heading_xs_line_height: Any = Field(
        validation_alias="--font-heading-xs-line-height", serialization_alias="--font-heading-xs-line-height"
    )
    """Line height of heading in size xs."""

    font_heading_sm_line_height: Any = Field(
        validation_alias="--font-heading-sm-line-height", serialization_alias="--font-heading-sm-line-height"
    )
    """Line height of heading in size sm."""

    font_heading_md_line_height: Any = Field(
        validation_alias="--font-heading-md-line-height", serialization_alias="--font-heading-md-line-height"
    )
    """Line height of heading in size md."""

    font_heading_lg_line_height: Any = Field(
        validation_alias="--font-heading-lg-line-height", serialization_alias="--font-heading-lg-line-height"
    )
    """Line height of heading in size lg."""

    font_heading_xl_line_height: Any = Field(
        validation_alias="--font-heading-xl-line-height", serialization_alias="--font-heading-xl-line-height"
    )
    """Line height of heading in size xl."""

    font_heading_2xl_line_height: Any = Field(
        validation_alias="--font-heading-2xl-line-height", serialization_alias="--font-heading-2xl-line-height"
    )
    """Line height of heading in size 2xl."""

    font_heading_3xl_line_height: Any = Field(
        validation_alias="--font-heading-3xl-line-height", serialization_alias="--font-heading-3xl-line-height"
    )
    """Line height of heading in size 3xl."""

    border_radius_xs: Any = Field(validation_alias="--border-radius-xs", serialization_alias="--border-radius-xs")
    """Corner radius: xs."""

    border_radius_sm: Any = Field(validation_alias="--border-radius-sm", serialization_alias="--border-radius-sm")
    """Corner radius: sm."""

    border_radius_md: Any = Field(validation_alias="--border-radius-md", serialization_alias="--border-radius-md")
    """Corner radius: md."""

    border_radius_lg: Any = Field(validation_alias="--border-radius-lg", serialization_alias="--border-radius-lg")
    """Corner radius: lg."""

    border_radius_xl: Any = Field(validation_alias="--border-radius-xl", serialization_alias="--border-radius-xl")
    """Corner radius: xl."""

    border_radius_full: Any = Field(validation_alias="--border-radius-full", serialization_alias="--border-radius-full")
    """Corner radius: full."""

    border_width_regular: Any = Field(
        validation_alias="--border-width-regular", serialization_alias="--border-width-regular"
    )
    """Border width: regular."""

    shadow_hairline: Any = Field(validation_alias="--shadow-hairline", serialization_alias="--shadow-hairline")
    """Shadow: hairline."""

    shadow_sm: Any = Field(validation_alias="--shadow-sm", serialization_alias="--shadow-sm")
    """Shadow: sm."""

    shadow_md: Any = Field(validation_alias="--shadow-md", serialization_alias="--shadow-md")
    """Shadow: md."""

    shadow_lg: Any = Field(validation_alias="--shadow-lg", serialization_alias="--shadow-lg")
    """Shadow: lg."""
