"""The machine and its system: clocks, open files, memory."""
