"""From events, refusals and positions to sentences."""
