"""Extensions of the protocol: their types, built beside those of the revision that they extend, and their files."""
