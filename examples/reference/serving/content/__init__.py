"""What the reference server has to offer: its tools, resources, prompts, their texts and media."""
