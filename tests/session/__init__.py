"""Two sides of a session: its rules one by one, and against an independent model of them all."""
