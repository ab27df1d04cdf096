"""Datasets on a Dask cluster: import and statistics run where the data are.

Start with :func:`dataset_on`; :func:`mjlab.dataset.importing.import_logs` takes a cluster too.
"""

from mjlab.dataset.cluster.dataset import dataset_on

__all__ = ["dataset_on"]
