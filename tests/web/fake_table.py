"""A scripted table for the page's tests: a hub that is pushed by hand and a short plausible game."""

import io
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Condition
from typing import Any

import segno

from referee.board import Board, Variant
from referee.board_file import board_from_data
from referee.sighting import DieState, Look
from referee.snapshot import (
    CameraView,
    Choice,
    DieView,
    Due,
    EventView,
    Expectation,
    FoulView,
    Lamp,
    MatchView,
    MoveView,
    Phase,
    PlaceView,
    Repair,
    SeatView,
    Sentence,
    Snapshot,
    Thrown,
)
from tests.shared import ROOT
from web.commands import Command
from web.ports import Doubt, Fairness, Moment, Result, Tally


def rules() -> dict[str, dict[str, Any]]:
    """Return the rule books of the game by language, as parsed TOML."""
    folder = ROOT / "referee" / "games" / "inner_circle"
    return {
        code: tomllib.loads((folder / f"rules.{code}.toml").read_text("utf-8"))
        for code in ("de", "en")
    }


def qr(address: str) -> bytes:
    """Draw a QR code as SVG."""
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", scale=8, border=3, xmldecl=False)
    return picture.getvalue()


def boards() -> dict[Variant, Board]:
    """Return the nominal board in both variants."""
    file = ROOT / "hardware" / "boards" / "inner-circle.toml"
    data = tomllib.loads(file.read_text("utf-8"))
    return {variant: board_from_data(data, variant) for variant in Variant}


class Hub:
    """Holds the newest snapshot and wakes who waits for it."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._changed = Condition()
        self.silent = False

    def current(self) -> Snapshot:
        return self._snapshot

    def wait(self, after: int, timeout_s: float) -> Snapshot | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._snapshot.version > after and not self.silent,
                60 if self.silent else timeout_s,
            )
            return self._snapshot if self._snapshot.version > after else None

    def push(self, snapshot: Snapshot) -> None:
        """Make this the newest snapshot, one version on."""
        with self._changed:
            self._snapshot = replace(snapshot, version=self._snapshot.version + 1)
            self._changed.notify_all()

    def restart(self, snapshot: Snapshot) -> None:
        """Begin anew with version 1, as a table does that was switched off."""
        with self._changed:
            self._snapshot = replace(snapshot, version=1)
            self._changed.notify_all()


@dataclass
class Desk:
    """Takes commands, remembers them, and answers as it is told."""

    answer: Result = field(default_factory=lambda: Result(accepted=True))
    taken: list[tuple[Command, str]] = field(default_factory=list)

    def submit(self, command: Command, by: str) -> Result:
        self.taken.append((command, by))
        return self.answer


def said(english: str, german: str) -> Sentence:
    """Return a sentence that needs no catalogue."""
    return Sentence("literal", {"en": english, "de": german})


MATCH = MatchView(
    game="inner-circle",
    seats=(
        SeatView(seat=0, colour="red", player="Anna"),
        SeatView(seat=1, colour="blue", player="Ben"),
        SeatView(seat=2, colour="green", player="Clara"),
        SeatView(seat=3, colour="yellow", player="David"),
    ),
    variant="base",
    balls=2,
    first=0,
    round=2,
)


def position(
    on: Mapping[str, int], turn: int, counters: Sequence[int] = (1, 0, 2, 0)
) -> dict[str, Any]:
    """Return a base position of four seats with two balls each."""
    seats = [view.seat for view in MATCH.seats]
    return {
        "game": "inner-circle",
        "memory": False,
        "seats": seats,
        "balls": 2,
        "on": dict(on),
        "start": {str(s): 2 - sum(owner == s for owner in on.values()) for s in seats},
        "counters": {str(s): counters[s] for s in seats},
        "turn": turn,
    }


def way(start: int, steps: int) -> tuple[str, ...]:
    """Return the fields of a move on the outer ring."""
    return tuple(f"O{(start + i) % 64}" for i in range(steps + 1))


def dice(
    number: str | None, option: str | None = None, *, counts: bool = True
) -> dict[str, DieView]:
    """Return both dice lying flat."""
    return {
        "number": DieView(state=DieState.LYING, face=number, x_mm=-20, y_mm=8, turn_deg=12),
        "option": DieView(
            state=DieState.LYING, face=option or "half", x_mm=24, y_mm=-14, counts=counts
        ),
    }


MIDGAME = {"O20": 0, "I5": 1, "O26": 2, "T4": 2, "O50": 3}

LOG = (
    EventView(n=1, kind="throw", clock="20:14", seat=2, says=said("Clara throws VI.", "Clara wirft VI.")),
    EventView(n=2, kind="step", clock="20:14", seat=2, says=said("Clara enters.", "Clara setzt ein.")),
    EventView(
        n=3, kind="turn", clock="20:15", seat=3,
        says=said("David moves X.", "David zieht X."),
    ),
)  # fmt: skip


def snapshots() -> dict[str, Snapshot]:
    """Return the moments of the script by name, in order."""
    base = Snapshot(
        version=0, phase=Phase.IDLE, camera=CameraView(driver="simulated", seeing=True, board=True)
    )
    playing = replace(base, match=MATCH, events=LOG, position=position(MIDGAME, 0))
    throw = replace(
        playing,
        phase=Phase.THROW,
        says=said("David's turn was right. Anna throws both dice.",
                  "Davids Zug war richtig. Anna wirft mit beiden Würfeln."),
        expectation=Expectation(due=Due.THROW_BOTH, seat=0),
        dice=dice("10", "half"),
        lamps={"corner.0": Lamp("#ffd27a", "breathe")},
    )  # fmt: skip
    thrown = replace(
        throw,
        phase=Phase.PLAY,
        says=said("Anna throws VI and swap rings.", "Anna wirft VI und Ringtausch."),
        throws=({"number": 6, "option": "swap-ring"},),
        dice=dice("6", "swap-ring"),
        expectation=Expectation(due=Due.MOVE, seat=0, choices=(
            Choice(seat=0, path=way(20, 6), throws=("O26",), why=said("throws a ball","wirft eine Kugel"),
                   says=said("VI from outer 20 to outer 26, throws Clara home",
                             "VI von außen 20 nach außen 26, wirft Clara nach Hause")),
            Choice(seat=0, path=("S0", "O0"),
                   says=said("Enter a ball on the start field",
                             "Eine Kugel auf das Startfeld setzen")),
        )),
    )  # fmt: skip
    moved = replace(
        thrown,
        phase=Phase.MAY_END,
        says=said("Anna throws Clara's ball home.", "Anna wirft Claras Kugel nach Hause."),
        position=position({"O26": 0, "I5": 1, "T4": 2, "O50": 3}, 0),
        move=MoveView(number=1, seat=0, path=way(20, 6), thrown=(Thrown(2, "O26"),)),
        expectation=Expectation(due=Due.MOVE, seat=0, next_seat=1),
        lamps={"corner.1": Lamp("#ffd27a", "breathe"), "O26": Lamp("#7ad0ff")},
    )
    return {
        "idle": base,
        "throw": throw,
        "thrown": thrown,
        "moved": moved,
        "unsure": replace(moved, hand=True, phase=Phase.MOVING, places={
            "I5": PlaceView(Look.UNSURE, 1), "O50": PlaceView(Look.COVERED),
            "O51": PlaceView(Look.COVERED), "O52": PlaceView(Look.COVERED),
            "start.3": PlaceView(Look.COVERED), "dice.option": PlaceView(Look.UNSURE)}),
        "wrong": replace(
            throw,
            phase=Phase.WRONG,
            says=said("Ben's ball stands on inner 13; it belongs on inner 11.",
                      "Bens Kugel steht auf innen 13; sie gehört auf innen 11."),
            expectation=Expectation(due=Due.PUT_BACK, seat=1),
            dice=dice("6", "half"),
            throws=({"number": 6, "option": "half"},),
            position=position({"O26": 0, "I13": 1, "T4": 2, "O50": 3}, 1),
            foul=FoulView(
                rule="M1", seat=1,
                says=said("VI moves six fields, not eight.", "VI zieht sechs Felder, nicht acht."),
                repairs=(Repair(1, "I13", "I11"),),
                counted=tuple(f"I{i}" for i in range(5, 12)),
            ),
            lamps={"I13": Lamp("#ff4a4a", "blink"), "I11": Lamp("#58e08a")},
        ),
        "round-over": replace(
            moved, phase=Phase.ROUND_OVER, winner=2, throws=(), dice={}, move=None, lamps={},
            position=position({"O26": 0, "I5": 1, "T4": 2, "T1": 2, "O50": 3}, 2),
            says=said("Clara has all balls home.", "Clara hat alle Kugeln zu Hause."),
            expectation=Expectation(due=Due.COUNTER, seat=2),
        ),
    }  # fmt: skip


def memory_snapshot() -> Snapshot:
    """Return a moment of a game with the Memory plates and three seats."""
    seats = (MATCH.seats[0], MATCH.seats[2], replace(MATCH.seats[3], colour="white"))
    return replace(
        snapshots()["thrown"],
        match=replace(MATCH, variant="memory", seats=seats, balls=4),
        position={
            "game": "inner-circle", "memory": True, "seats": [0, 2, 3], "balls": 4,
            "on": {"O20": 0, "T9": 0, "I8": 2, "O34": 2, "T1": 3},
            "start": {"0": 2, "2": 2, "3": 3}, "counters": {"0": 1, "2": 0, "3": 2},
            "stored": {"0": ["double", "exit"], "2": ["swap-ring"], "3": []}, "turn": 0,
        },
    )  # fmt: skip


class Shelf:
    """An archive of the script's moments."""

    def moments(self) -> Sequence[Moment]:
        moments = snapshots()
        return (
            Moment(event=LOG[0], position=position({"I5": 1, "T4": 2, "O50": 3}, 2),
                   throws=({"number": 6},)),
            Moment(event=replace(LOG[1], undoable=True), position=position(MIDGAME, 2)),
            Moment(event=replace(LOG[2], undoable=True), position=moments["throw"].position,
                   throws=({"number": 10, "option": "half"},)),
            Moment(event=EventView(n=4, kind="turn", clock="20:16", seat=0, undoable=True,
                   says=said("Anna throws Clara's ball.", "Anna wirft Claras Kugel.")),
                   position=moments["moved"].position, path=way(20, 6),
                   throws=({"number": 6, "option": "swap-ring"},)),
        )  # fmt: skip

    def tallies(self) -> Sequence[Tally]:
        return (
            Tally(
                title=said("This evening", "Dieser Abend"),
                rows={
                    "Anna": {"games": 1, "rounds": 4, "throws": 61, "thrown": 7},
                    "Ben": {"games": 0, "rounds": 2, "throws": 58, "thrown": 9},
                },
                dice={
                    "number": Fairness(
                        counts={"2": 19, "4": 22, "6": 17, "8": 25, "10": 16, "12": 20}, p=0.74
                    ),
                    "option": Fairness(counts={"half": 15, "double": 21, "swap-ball": 18}, p=0.6),
                },
            ),
        )

    def record(self) -> Mapping[str, Any] | None:
        return {"match": {"game": "inner-circle"}, "moments": []}


class Shots:
    """Pictures that are none, but known."""

    def live(self) -> bytes | None:
        return b"a live picture"

    def outline(self) -> Sequence[tuple[float, float]]:
        return ((0.2, 0.1), (0.8, 0.12), (0.85, 0.9), (0.15, 0.88))

    def evidence(self, name: str) -> bytes | None:
        return b"a disputed move" if name.startswith("1-17-") else None

    def understood(self) -> bytes | None:
        return b"a picture with readings"

    def doubts(self) -> tuple[Doubt, ...]:
        return (Doubt("O7", "unsure", 0.42), Doubt("S1", "covered"))
