"""Results as self-contained HTML pages: values in, text out; nothing is loaded from anywhere when they are read."""
