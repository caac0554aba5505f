"""Both sides of a session: what is refused, what is not, and that nothing changes when something is."""
