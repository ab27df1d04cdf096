"""The readable scorer: every rule as a small piece of plain Python, and the explanations."""
