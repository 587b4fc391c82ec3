"""An accessible chess play server: announced moves are heard, judged, repeated and recorded."""
