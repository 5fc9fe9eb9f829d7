"""The painter: pictures of any position on any table, for the simulated camera and for tests."""
