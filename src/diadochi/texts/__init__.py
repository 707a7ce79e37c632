"""The texts that round-trip: save, record, position. All are JSON, read strictly and printed in one way only."""
