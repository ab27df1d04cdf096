"""What `import mjlab` offers: scoring and explaining hands, one at a time or many."""

from mjlab.api.scoring import STATUS, ScoreBatch, explain, score, score_batch

__all__ = ["STATUS", "ScoreBatch", "explain", "score", "score_batch"]
