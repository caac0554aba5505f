"""The generated package against the reference validator, on made-up documents."""
