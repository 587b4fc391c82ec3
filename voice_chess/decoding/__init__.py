"""From sound to scored words: features, the network's outputs, one search over what can be said.

Plain numbers in and out; knows no chess, no language, no device.
"""
