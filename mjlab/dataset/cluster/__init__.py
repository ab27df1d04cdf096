"""Datasets on a Dask cluster: import and statistics run where the data are."""
