"""Rehearsals of a release day: an invented revision is brought in, completed, generated and spoken."""
