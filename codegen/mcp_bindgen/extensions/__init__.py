"""Extensions of the protocol: building of their types together with those of the revision that they extend, and
rendering of their files.
"""
