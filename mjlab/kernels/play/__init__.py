"""Games played by policies, and recorded ones unrolled, in compiled code."""
