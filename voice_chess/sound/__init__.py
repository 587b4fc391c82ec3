"""Sound as numbers: levels, endpoints, noise, rates, and a watermark; no devices, no files."""
