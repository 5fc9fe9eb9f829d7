"""The voice at the table: one port, a driver a module, chosen by name."""
