"""Tests of sessions: each rule by itself, and all rules against an independent model."""
