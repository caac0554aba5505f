"""JSON Schema: why a value is invalid, which union alternative it most likely means, which headers a tool asks for.

This package does not use the models. `explain` walks the packaged schema and makes a finding of each fault.
`union_ranking` orders the alternatives of a union; decoding, findings and the tolerant mode all use that order.
`param_headers` finds the headers that a tool's `inputSchema` asks for. `compiled` checks values against schemas of
peers, `work` bounds the work of such a check, and `faults` finds the faults. `places` describes places in a document,
as links or JSON Pointers.
"""
