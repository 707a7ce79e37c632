"""The tests of the table: server, storage, live channel."""
