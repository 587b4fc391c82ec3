"""Protection between the net and the games: limits, hosts, headers, attempts at ways in."""
