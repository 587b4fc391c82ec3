"""All games of a server: the ways in, rematches, leases, and the rounds of events."""
