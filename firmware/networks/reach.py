"""Keeping the table within reach of phones: known networks first, else one of its own, and back.

The one who calls `step` has a thread for it, since radio takes its time; `view` and `join` are for the
page's threads and never wait.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from firmware.errors import NetworkError, WrongPassword
from firmware.networks.own import OwnNetwork
from firmware.networks.port import Link, Networks, Standing
from referee.snapshot import Sentence
from web.ports import Reached, Station

_log = logging.getLogger(__name__)

# What is cut by joining another network must have told the phone before that it will be.
_FAREWELL_S = 3.0
# So long after somebody opened the page the list of networks is kept fresh.
_INTEREST_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long known networks are waited for, and after how long without a phone they are tried again (s)."""

    wait_s: float = 45.0
    retry_s: float = 600.0


@dataclass(frozen=True, slots=True)
class _Wish:
    name: str
    password: str = field(repr=False)


class Reach:
    """Decides when the own network is opened and closed, and joins what the owner chooses.

    Args:
        networks: the machine's networks.
        own: the network to open where no known one is in reach.
        listeners: how many phones look at the page now; their network is not taken from under them.
        patience: how long is waited.

    """

    def __init__(
        self,
        networks: Networks,
        own: OwnNetwork,
        *,
        listeners: Callable[[], int] = lambda: 0,
        patience: Patience | None = None,
    ) -> None:
        self._networks = networks
        self._own = own
        self._listeners = listeners
        self._patience = patience or Patience()
        self._wishes: SimpleQueue[_Wish] = SimpleQueue()
        self._wish: _Wish | None = None
        self._wish_due_s = 0.0
        self._alone_since_s: float | None = None
        self._unused_since_s: float | None = None
        self._asked = False
        self._interest_until_s = 0.0
        self._standing = Standing(Link.OFFLINE)
        self._stations: tuple[Station, ...] = ()
        self._says: Sentence | None = None

    def step(self, now_s: float) -> None:
        """Look how the machine is reached, and do what is due; failures are told and tried again."""
        try:
            self._carry_out_wish(now_s)
            self._standing = self._networks.standing()
            self._keep_list_fresh(now_s)
            self._keep_reached(now_s)
        except NetworkError as error:
            _log.warning("%s; tried again", error)
            self._says = Sentence("wifi.failed", {"reason": str(error)})

    def view(self) -> Reached:
        """Return what the page shows; keeps the list of networks fresh for a while."""
        self._asked = True
        return Reached(
            link=self._standing.link.value,
            name="" if self._standing.link is Link.OWN else self._standing.name,
            stations=self._stations,
            own_name=self._own.name,
            own_password=self._own.password,
            own_code=self._own.code,
            joining=self.joining,
            says=self._says,
        )

    @property
    def joining(self) -> str:
        """The network that is about to be joined, "" for none."""
        wish = self._wish
        return wish.name if wish else ""

    def join(self, name: str, password: str) -> None:
        """Let the next steps join this network; what came of it is in `view`."""
        self._wishes.put(_Wish(name, password))

    # ------------------------------------------------------------ joining

    def _carry_out_wish(self, now_s: float) -> None:
        try:
            self._wish = self._wishes.get_nowait()
            self._wish_due_s, self._says = now_s + _FAREWELL_S, None
        except Empty:
            pass
        if self._wish is not None and now_s >= self._wish_due_s:
            wish = self._wish
            try:
                self._says = self._joined(wish)
            finally:
                self._wish = None

    def _joined(self, wish: _Wish) -> Sentence:
        """Try to join; return what is to be said about it."""
        try:
            self._networks.join(wish.name, wish.password)
        except WrongPassword:
            says = Sentence("wifi.wrong-password", {"name": wish.name})
        except NetworkError as error:
            _log.warning("%s", error)
            says = Sentence("wifi.failed", {"reason": str(error)})
        else:
            self._alone_since_s = None
            return Sentence("wifi.joined", {"name": wish.name})
        if self._unused_since_s is not None:
            # Whoever asked was in the own network and is to find it again at once.
            self._open()
        return says

    # ------------------------------------------------------------ the own network

    def _keep_reached(self, now_s: float) -> None:
        match self._standing.link:
            case Link.JOINED:
                self._alone_since_s = self._unused_since_s = None
            case Link.OFFLINE:
                self._unused_since_s = None
                self._wait_alone(now_s)
            case Link.OWN:
                self._alone_since_s = None
                self._wait_unused(now_s)
            case Link.JOINING:
                pass

    def _wait_alone(self, now_s: float) -> None:
        if self._alone_since_s is None:
            self._alone_since_s = now_s
        if now_s - self._alone_since_s >= self._patience.wait_s:
            # While the radio serves an own network, it hears others badly or not at all.
            self._look_round()
            self._open()
            self._alone_since_s, self._unused_since_s = None, now_s

    def _open(self) -> None:
        _log.info("no known network is in reach: opening %s", self._own.name)
        self._networks.open_own(self._own.name, self._own.password)
        self._standing = Standing(Link.OWN, self._own.name)

    def _wait_unused(self, now_s: float) -> None:
        """Close a network that nobody uses, to see whether a known one is in reach by now."""
        if self._unused_since_s is None or self._listeners():
            self._unused_since_s = now_s
        if now_s - self._unused_since_s >= self._patience.retry_s:
            self._networks.close_own()
            self._standing = Standing(Link.OFFLINE)
            self._alone_since_s, self._unused_since_s = now_s, None

    # ------------------------------------------------------------ the list

    def _keep_list_fresh(self, now_s: float) -> None:
        if self._asked:
            self._asked, self._interest_until_s = False, now_s + _INTEREST_S
        if now_s < self._interest_until_s and self._standing.link is not Link.OWN:
            self._look_round()

    def _look_round(self) -> None:
        self._stations = tuple(
            Station(found.name, found.strength, found.secured) for found in self._networks.visible()
        )
