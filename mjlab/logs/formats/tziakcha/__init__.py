"""Tziakcha (雀渣): records decoded or as they come over the wire."""
