"""A turn that is being played can be gone on with from what stands on the board."""

import random

from referee.games.inner_circle import House, Position, judge
from referee.games.inner_circle.players import play_turn, seated
from referee.games.inner_circle.resuming import resume
from referee.games.inner_circle.throw import Throw

_SEATS = (0, 2)


def test_any_turn_is_gone_on_with_from_any_of_its_throws() -> None:
    """What has been done leads to what stands there, and with what is left the turn is legal."""
    house, rng = House(), random.Random(7)
    position, players = Position.set_up(_SEATS, 2, 0), seated(["greedy"], _SEATS)
    resumed = 0
    for _ in range(40):
        turn = play_turn(house, position, players[position.turn], rng)
        for i, played in enumerate(turn.played):
            throws = [each.done for each in turn.played[: i + 1] if isinstance(each.done, Throw)]
            if not isinstance(played.done, Throw):
                continue
            begun = resume(house, turn.before, throws, played.position, rng)
            assert begun is not None
            assert (begun.throws, begun.position) == (tuple(throws), played.position)
            assert begun.rest.played == begun.turn.played[begun.done :]
            assert judge(house, turn.before, begun.turn.throws, begun.turn.after).complete
            resumed += 1
        position = turn.after if turn.after.winner is None else Position.set_up(_SEATS, 2, 0)

    assert resumed > 40


def test_what_no_turn_leads_to_is_not_gone_on_with() -> None:
    """A ball that cannot have come where it stands, or a throw that nobody was to throw, is no turn."""
    house, rng = House(), random.Random(7)
    before = Position.set_up(_SEATS, 2, 0)
    entered = play_turn(house, before, seated(["greedy"], _SEATS)[0], rng, thrown=[Throw(6)]).after

    assert resume(house, before, [Throw(2)], entered, rng) is None
    assert resume(house, before, [Throw(2), *[Throw(4)] * 5], before, rng) is None
