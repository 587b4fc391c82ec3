"""Decodes sound into scored words: features, a network's outputs, a search over possible speech.

It works on plain numbers and knows no chess, no language and no device.
"""
