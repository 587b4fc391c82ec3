"""Sound as numbers: levels, endpoints, noise, rates, and a watermark; no device, no file."""
