"""The command line ``mjlab``: ``mjlab --help`` lists the commands, which are a file each."""

from mjlab.cli.app import app, main

__all__ = ["app", "main"]
