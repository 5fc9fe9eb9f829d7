from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from firmware.hub import Desk, Hub
from referee.snapshot import Phase, Snapshot
from web.commands import Pause, Resume
from web.ports import Result

FIRST = Snapshot(version=0, phase=Phase.IDLE)


def test_versions_grow_with_what_changes() -> None:
    """A snapshot that shows nothing new is not published again; others count up."""
    hub = Hub(FIRST)

    assert not hub.publish(FIRST)
    assert hub.publish(replace(FIRST, hand=True))
    assert not hub.publish(replace(FIRST, hand=True, version=77))
    assert hub.publish(FIRST)

    assert hub.current() == replace(FIRST, version=2)


def test_who_waits_gets_the_newest_snapshot() -> None:
    """Waiting ends with a newer snapshot, at once if there is one already, or when the time is up."""
    hub = Hub(FIRST)

    assert hub.wait(-1, 0) == FIRST
    assert hub.wait(0, 0) is None
    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(hub.wait, 0, 10.0) for _ in range(8)]
        hub.publish(replace(FIRST, hand=True))
        newest = replace(FIRST, hand=True, version=1)
        assert all(found.result(10) == newest for found in waiting)


def test_a_wish_waits_for_its_answer() -> None:
    """What is asked in one thread is answered by another, in the order of asking."""
    desk = Desk(answer_s=10.0)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(desk.submit, Pause(), "Anna")
        wishes = []
        while not wishes:
            wishes = desk.waiting()
        wishes[0].answer.set_result(Result(accepted=True))

        assert answer.result(10) == Result(accepted=True)
    assert [("Anna", Pause())] == [(wish.by, wish.command) for wish in wishes]


def test_a_wish_that_nobody_answers_is_refused() -> None:
    """A loop that hangs does not leave phones waiting for ever."""
    result = Desk(answer_s=0.01).submit(Resume(), "Ben")

    assert not result.accepted
    assert result.says is not None
    assert result.says.key == "command.busy"
