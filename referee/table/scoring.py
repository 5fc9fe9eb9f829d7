"""The score: how it is moved on after a win, and keeping nothing but the score."""

from functools import partial

from referee.events import GameWon, Restored, RoundWon, Start
from referee.evidence import against, clear_contents
from referee.game import Game, P, T
from referee.table.dice import rolled
from referee.table.outcome import Act, Blame, Outcome
from referee.table.senses import Look
from referee.table.state import Stage, State


def scoring(
    game: Game[P, T], state: State[P, T], look: Look, missing: tuple[str, ...]
) -> Outcome[P, T]:
    """Judge how the score is moved on after a win; what else is moved means nothing.

    ``missing`` are the spots that are not yet as the next round begins. If only the score is, dice that
    are thrown are not forgotten, but the score is called wrong.
    """
    if state.won is None:
        return Outcome(dice=look.dice)
    verdict = game.clearing(state.won, clear_contents(look.evidence))
    position = verdict.position or state.won
    only_score = bool(state.dice) and game.score_spots(state.won).issuperset(missing)
    dice = None if only_score else look.dice
    late = only_score and bool(rolled(state.dice, look.dice, {}).moved)
    if (late or not verdict.legal) and position != state.wrong:
        explained = partial(game.wrong_score, state.won, position)
        return Outcome(blame=Blame(state.won.turn, position, explained), dice=dice)
    if verdict.legal and not late and state.wrong is not None:
        return Outcome((Act(Restored(game.position_data(position))),), dice=dice)
    return Outcome(dice=dice)


def set_up_again(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Wait until the table is set up for another game."""
    position = game.new_game()
    missing = against(game.contents(position), look.evidence)
    if missing:
        return scoring(game, state, look, missing)
    match = {key: value for key, value in game.match.data().items() if key != "position"}
    return Outcome((Act(Start(match, game.position_data(position))),), dice=look.dice)


def keep_score(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Follow nothing but the score: a round is won when somebody moves it on by one."""
    if look.hand or look.resting or state.line is None:
        return Outcome()
    if state.stage is Stage.OVER:
        return set_up_again(game, state, look)
    stands = state.line.stands
    spots = game.score_spots(stands)
    contents = game.contents(stands)
    wrong = [spot for spot in against(contents, look.evidence) if spot in spots]
    if state.laying:
        restored = Act(Restored(game.position_data(stands)))
        return Outcome(() if wrong else (restored,))
    if not wrong:
        return Outcome()
    seat = game.scorer(stands, clear_contents(look.evidence))
    if seat is None:
        return Outcome(doubt=tuple(wrong))
    score = {**game.score(stands)}
    score[seat] += 1
    counters = {str(each): at for each, at in score.items()}
    acts = (Act(RoundWon(seat, counters)),)
    champion = game.champion(score)
    return Outcome(acts if champion is None else (*acts, Act(GameWon(champion, counters))))
