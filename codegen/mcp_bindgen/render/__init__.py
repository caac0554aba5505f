"""Render the IR as source: models with datamodel-code-generator, everything else with jinja2."""
