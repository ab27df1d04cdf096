"""Small tools of general use, which know nothing of mahjong."""
