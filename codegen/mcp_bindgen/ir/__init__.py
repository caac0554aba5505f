"""The one frozen form of a revision that everything after ingestion reads."""
