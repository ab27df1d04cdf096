"""The formats of logs: one module or folder each, all in one registry."""
