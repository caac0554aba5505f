"""Schemas from strangers: each gives exact code or one clear error, and no text leaves its literal."""
