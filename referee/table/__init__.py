"""Following a live game: sightings and people's commands in, events out."""
