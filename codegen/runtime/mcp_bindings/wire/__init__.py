"""The base class of every model, and the JSON Schema types that Python annotations cannot express.

A generated class states only what its definition states. This package supplies the exactness:

- Strict: `"1"` and `true` are not integers, but `1.0` is an integer (JSON Schema compares numbers by value).
- Open: unknown members are kept, unless the definition forbids them.
- Absent is not null: an absent optional member reads as `None` and is not written; where the schema allows null,
  `"name" in value` tells the two apart.
- Checked: beside the type, `Satisfies` checks conditions such as `uniqueItems` or `not`.
- Constants such as `method` or `type` may be omitted in a constructor, and are still required in JSON text.

Descriptions and signatures for `help()` and `inspect` are read from the source of a class when they are first needed.
"""
