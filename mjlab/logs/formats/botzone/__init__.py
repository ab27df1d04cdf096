"""Botzone: matches, the judge's lines and scripts."""
