"""The readable scorer."""
