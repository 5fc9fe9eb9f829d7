"""One spot over many pictures: errors that last for seconds pass, and changes under hands count."""

from hypothesis import given
from hypothesis import strategies as st

from referee.evidence import CLEAR_MARGIN, likeliest, margin
from referee.sighting import BoardView, Sighting
from referee.table.patience import FOLDER, LIVE, Patience
from referee.table.senses import Senses
from referee.table.spots import LASTS_S, Spot

RED, EMPTY = {"red": 0.0}, {"": 0.0}
DOUBTFUL = {"red": 0.0, "": 2.0}
STEP_S = 0.1


def watched(*shown: tuple[dict[str, float] | None, float], patience: Patience = LIVE) -> Spot:
    """Return a spot that showed this for so many seconds each; None is a hand."""
    spot, t_s = None, 0.0
    for costs, seconds in shown:
        for _ in range(round(seconds / STEP_S)):
            t_s += STEP_S
            if costs is None:
                assert spot is not None
                spot = spot.hidden()
            else:
                spot = Spot.at(costs, t_s) if spot is None else spot.after(costs, t_s, patience)
    assert spot is not None
    return spot


@given(st.floats(0.1, LASTS_S - 0.2))
def test_an_error_in_plain_view_passes(seconds):
    """What changes while nothing covers the spot is not believed for as long as errors last."""
    assert likeliest(watched((RED, 10), (EMPTY, seconds)).costs) == "red"


def test_what_stays_is_believed():
    """What changes in plain view and stays is believed in the end."""
    assert likeliest(watched((RED, 10), (EMPTY, LASTS_S + 0.5)).costs) == ""


def test_a_change_under_a_hand_counts_at_once():
    """A spot that comes out from under a hand shows what lies there now."""
    spot = watched((RED, 10), (None, 0.8), (EMPTY, 0.4))

    assert likeliest(spot.costs) == ""
    assert spot.settled(LIVE, spot.seen_s)


def test_a_hand_does_not_confirm_an_error():
    """An error that began in plain view is no better for a hand that passed over it."""
    assert likeliest(watched((RED, 10), (EMPTY, 0.5), (None, 0.5), (EMPTY, 1.0)).costs) == "red"


def test_an_error_at_first_sight_is_outvoted():
    """A spot misread when it comes into sight shows the truth when that was seen half as long."""
    assert likeliest(watched((RED, 10), (None, 1), (EMPTY, 1.0), (RED, 0.8)).costs) == "red"


def test_one_clear_glance_does_not_outweigh_the_doubtful_ones_after_it():
    """As a hand leaves, a spot looks clear for a moment; one that had been clear for long stays so."""
    assert margin(watched((RED, 0.1), (DOUBTFUL, 0.3)).costs) < CLEAR_MARGIN
    assert margin(watched((RED, 1.0), (DOUBTFUL, 0.5)).costs) >= CLEAR_MARGIN


def test_what_was_never_clear_does_not_hold_against_what_is():
    """An eye that was not sure, before a hand came and for a moment after it, has not erred for so long."""
    spot = watched((DOUBTFUL, 10), (None, 1), (DOUBTFUL, 0.1), (EMPTY, 0.5))

    assert likeliest(spot.costs) == ""
    assert spot.settled(LIVE, spot.seen_s)


def test_what_was_clear_and_is_so_no_more_holds_all_the_same():
    """It may have changed in plain view, or the eye may err now."""
    assert likeliest(watched((RED, 2), (DOUBTFUL, 4), (EMPTY, 0.5)).costs) == "red"


def test_a_covered_spot_is_not_settled():
    """While something covers it a spot says nothing."""
    spot = watched((RED, 10), (None, 0.1))

    assert not spot.settled(LIVE, spot.seen_s + STEP_S)


def test_after_a_gap_a_change_is_no_error():
    """Between two pictures far apart a hand may have come and gone."""
    spot = watched((RED, 10))
    for i in range(4):
        spot = spot.after(EMPTY, spot.seen_s + (1.0 if i == 0 else STEP_S), LIVE)

    assert likeliest(spot.costs) == ""


def test_unclear_glances_count_from_the_first():
    """A ball that came between two pictures far apart is believed, if none of its readings is clear."""
    spot = watched((EMPTY, 10))
    for i in range(4):
        spot = spot.after({"red": 0.0, "": 3.0}, spot.seen_s + (1.0 if i == 0 else STEP_S), LIVE)

    assert likeliest(spot.costs) == "red"
    assert spot.settled(LIVE, spot.seen_s)


def test_unclear_glances_in_plain_view_are_an_error():
    """The same while the spot was looked at all the time passes."""
    assert likeliest(watched((EMPTY, 10), ({"red": 0.0, "": 3.0}, LASTS_S - 0.3)).costs) == ""


@given(st.sampled_from([RED, DOUBTFUL]), st.floats(0.3, LASTS_S - 0.3))
def test_unclear_glances_are_an_error_whether_or_not_it_was_clear_before(before, seconds):
    """What was never clear in plain view does not give way at once to what is not clear, either."""
    spot = watched((before, 10), ({"red": 3.0, "": 0.0}, seconds))

    assert likeliest(spot.costs) == "red"
    assert spot.wavers(spot.seen_s)


def test_a_slow_recording_believes_each_picture():
    """A picture every second is believed at once."""
    spot = Spot.at(RED, 0.0).after(RED, 1.0, FOLDER).after(EMPTY, 2.0, FOLDER)

    assert likeliest(spot.costs) == ""
    assert spot.settled(FOLDER, 2.0)


@given(st.lists(st.floats(-0.5, 0.5), min_size=4, max_size=12))
def test_what_is_as_likely_to_be_either_of_two_looks_the_same_whichever_is_ahead(leads):
    """It is believed to be unsure as soon as anything else is believed."""
    looks = [{"red": max(-lead, 0.0), "": max(lead, 0.0)} for lead in leads]
    spot = watched((RED, 10), (None, 1), *((costs, STEP_S) for costs in looks))

    assert spot.settled(LIVE, spot.seen_s)
    assert margin(spot.costs) < CLEAR_MARGIN


@given(st.permutations([f"O{field}" for field in range(24)]), st.integers(0, 24))
def test_what_is_settled_is_in_the_order_in_which_it_came(names, first):
    """Of explanations alike the first one counts, so their order must be the same in every run."""
    senses, sighting = Senses(FOLDER), Sighting(board=BoardView(seen=True), hand=False)
    for shown in (names[:first], names):
        senses = senses.after(sighting, dict.fromkeys(shown, RED), 1.0)

    assert list(senses.look(hand=False, t_s=2.0, frame="").evidence) == names
