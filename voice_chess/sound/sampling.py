"""The one form that sound has inside the program: 16,000 samples a second of 16 bits, mono."""

SAMPLE_RATE = 16_000
"""In hertz; what comes from devices and files is resampled to it, what goes there from it."""
SAMPLE_BYTES = 2
BYTES_PER_MS = SAMPLE_BYTES * SAMPLE_RATE // 1_000
