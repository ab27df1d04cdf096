"""Statistics, games and the census as matplotlib figures."""
