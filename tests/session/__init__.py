"""The session against an independent model of its rules."""
