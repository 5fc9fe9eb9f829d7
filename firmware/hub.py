"""Where the loop's thread and those of the page meet: the newest snapshot, and what people ask for."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Condition

from referee.snapshot import Sentence, Snapshot
from web.commands import Command
from web.ports import Result

# A calibration takes up to 5 s on a PC and a few times that on a small Pi.
_ANSWER_S = 40.0


class Hub:
    """Holds the newest snapshot and wakes who waits for a newer one."""

    def __init__(self, first: Snapshot) -> None:
        self._snapshot = first
        self._changed = Condition()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many phones wait for the next snapshot: those that look at the page now."""
        return self._waiting

    def current(self) -> Snapshot:
        """Return the newest snapshot at once."""
        return self._snapshot

    def wait(self, after: int, timeout_s: float) -> Snapshot | None:
        """Wait for a snapshot of a version above ``after``; None when the time is up."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: self._snapshot.version > after, timeout_s)
            finally:
                self._waiting -= 1
            return self._snapshot if self._snapshot.version > after else None

    def publish(self, snapshot: Snapshot) -> bool:
        """Make this the newest snapshot, one version on; False if it shows nothing new."""
        if replace(snapshot, version=self._snapshot.version) == self._snapshot:
            return False
        with self._changed:
            self._snapshot = replace(snapshot, version=self._snapshot.version + 1)
            self._changed.notify_all()
        return True


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that somebody asks for, and where the answer goes."""

    command: Command
    by: str
    answer: Future[Result] = field(default_factory=Future)


class Desk:
    """Takes what people ask for in any thread, and hands it to the loop in its own."""

    def __init__(self, answer_s: float = _ANSWER_S) -> None:
        self._wishes: SimpleQueue[Wish] = SimpleQueue()
        self._answer_s = answer_s

    def submit(self, command: Command, by: str) -> Result:
        """Ask for ``command`` in the name of ``by`` and wait for the answer."""
        wish = self.ask(command, by)
        try:
            return wish.answer.result(self._answer_s)
        except FutureTimeout:
            return Result(accepted=False, says=Sentence("command.busy"))

    def ask(self, command: Command, by: str) -> Wish:
        """Ask for ``command`` without waiting for the answer."""
        wish = Wish(command, by)
        self._wishes.put(wish)
        return wish

    def waiting(self) -> list[Wish]:
        """Return what has been asked for since the last call, the oldest first."""
        wishes: list[Wish] = []
        while True:
            try:
                wishes.append(self._wishes.get_nowait())
            except Empty:
                return wishes
