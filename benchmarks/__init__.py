"""Speed beside other packages, each subject in a module of its own with a function `run`."""
