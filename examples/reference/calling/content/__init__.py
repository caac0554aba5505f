"""Content of the reference client: the scenarios of the conformance suite, and values for forms."""
