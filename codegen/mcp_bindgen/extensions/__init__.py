"""Build the types of extensions together with those of the revision that they extend, and render their files."""
