"""The players' own boards: what hands do, what boards feel, and where they differ."""
