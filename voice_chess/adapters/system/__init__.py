"""The machine and its operating system: clocks, open files, memory."""
