"""The IR as text: models through datamodel-code-generator, everything else through jinja2."""
