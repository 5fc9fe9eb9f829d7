"""The live stream: server-sent events, each with the whole state, and how they are written."""

import json
from collections.abc import Iterator, Mapping
from threading import Lock

from referee.snapshot import Snapshot
from web.ports import Snapshots
from web.wording import Wording


class Writer:
    """Writes snapshots in a language, each one once however many phones listen."""

    def __init__(self, wordings: Mapping[str, Wording]) -> None:
        self._wordings = wordings
        self._written: dict[str, tuple[Snapshot, bytes]] = {}
        self._lock = Lock()

    def write(self, snapshot: Snapshot, language: str) -> bytes:
        """Return the snapshot as JSON (UTF-8) with its sentences in ``language``."""
        with self._lock:
            found = self._written.get(language)
            if found and found[0] is snapshot:
                return found[1]
            wording = self._wordings[language]
            data = snapshot.to_json(lambda sentence: wording.say(sentence, snapshot.match))
            # What a phone reads aloud where it was asked to.
            says = snapshot.says
            data["aloud"] = wording.aloud(says, snapshot.match) if says else None
            written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
            self._written[language] = (snapshot, written)
            return written


class Seats:
    """Counts the phones that listen, up to a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0
        self._lock = Lock()

    @property
    def taken(self) -> int:
        """How many phones listen."""
        return self._taken

    def take(self) -> bool:
        """Take a seat; False if all are taken."""
        with self._lock:
            if self._taken >= self._limit:
                return False
            self._taken += 1
            return True

    def leave(self) -> None:
        """Give the seat back."""
        with self._lock:
            self._taken -= 1


def frames(hub: Snapshots, writer: Writer, language: str, heartbeat_s: float) -> Iterator[bytes]:
    """Yield the newest snapshot at once, then each newer one; a beat when nothing happens.

    A slow phone misses snapshots in between, never the newest.
    """
    snapshot: Snapshot | None = hub.current()
    version = -1
    while True:
        if snapshot is None:
            yield b"event: beat\ndata: \n\n"
        else:
            version = snapshot.version
            yield b"id: %d\nevent: snapshot\ndata: %b\n\n" % (
                version,
                writer.write(snapshot, language),
            )
        snapshot = hub.wait(version, heartbeat_s)
