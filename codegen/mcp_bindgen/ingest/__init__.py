"""Read the official schema files and the project's data files under `schema/`, and check them."""
