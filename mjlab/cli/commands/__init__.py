"""The commands of ``mjlab``, a file each."""
