"""How well recognition does, measured on recordings; playing never needs it."""
