"""What the reference client does and answers: the scenarios of the conformance suite, and values for forms."""
