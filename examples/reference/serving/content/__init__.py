"""Content of the reference server: its tools, resources, prompts, texts and media."""
