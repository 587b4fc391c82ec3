"""Every port without its machine: in memory, and in simulated time."""
