"""Logs into a dataset: cut into pieces, worked on in processes, committed part by part.

The stages are functions that know nothing of one another, so that another scheduler can run them:
:mod:`pieces` cuts files, :mod:`work` turns a batch of pieces into the files of one part, by
:mod:`pool` in processes of this machine and by :mod:`remote` on a cluster; :mod:`store` commits
parts, :mod:`sessions` adds up sessions, :mod:`run` drives them.
"""

from mjlab.dataset.importing.run import Progress, Summary, import_logs

__all__ = ["Progress", "Summary", "import_logs"]
