"""Packages of forks: what they inherit, that they work beside the official one, and that they behave as their base."""
