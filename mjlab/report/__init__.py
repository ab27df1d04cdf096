"""The report: one self-contained page about logs, a dataset or a player."""

from mjlab.report.report import write_report

__all__ = ["write_report"]
