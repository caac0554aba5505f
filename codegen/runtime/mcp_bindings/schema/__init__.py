"""Reads JSON Schemas: why a value is invalid, which arm of a union it is most likely, which headers a tool asks for.

This room does not use the models. `explain` walks the packaged schema and gives one finding for each cause.
`union_ranking` orders the arms of a union; decoding, findings and the tolerant mode all use that order. `param_headers`
finds the headers that a tool's `inputSchema` asks for. `compiled` checks values against schemas of peers, `work` bounds
what that takes, and `faults` finds what is wrong. `places` names places of a document, as links or JSON Pointers.
"""
