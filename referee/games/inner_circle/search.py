"""The search through the turns that one player can play with the throws seen."""

from collections.abc import Iterator

from referee.games.inner_circle.play import Play
from referee.games.inner_circle.turn import Turn


def turns(play: Play) -> Iterator[Turn]:
    """Yield every state that an unfinished turn can be in, each once."""
    first = play.begin()
    seen, stack = {first}, [first]
    while stack:
        turn = stack.pop()
        yield turn
        for _, after in play.steps(turn):
            if after not in seen:
                seen.add(after)
                stack.append(after)
