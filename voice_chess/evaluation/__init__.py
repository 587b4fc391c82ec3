"""Measures recognition on recordings; playing never needs it."""
