"""The command line: ``mjlab report``, ``score``, ``check``, ``fans`` and ``rulesets``."""

from mjlab.cli.app import app, main

__all__ = ["app", "main"]
