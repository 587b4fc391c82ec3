"""Whose turn it is to speak: every state of the talk and every cue lead somewhere, by one table.

A talk is in one of six states. In four of them nothing is asked: the program listens, hears
somebody, speaks, or waits because the clocks stand. The same cue leads to the same place from each
of these, so they share one row (`_FROM_REST`). In the other two a question is open. In `ASKING` the
program lacks part of a move, or can't tell two moves apart; silence leaves that question where it
is. In `CONFIRMING` something that can't be undone waits for a yes; there silence means no, since
nothing grave is done because nobody spoke.

Two rules keep a question safe. What does not answer it leaves it open: an aside, words that were
not understood, somebody who begins to speak. A question cut short by its answer is still the
question. And what was asked lives only as long as the table stays in these two states: once it
leaves them that is forgotten (`session.dialogue.talk_state`), and a late yes confirms nothing.

The table knows neither chess nor time. What was meant, and so which cue it is, the session decides.
"""

from collections.abc import Mapping
from enum import StrEnum


class DialogueState(StrEnum):
    """Where the talk stands."""

    LISTENING = "listening"
    """For a move or a command, as long as it takes."""
    HEARD = "heard"
    """Somebody speaks or has spoken; what they mean is not known yet."""
    ASKING = "asking"
    """Part of a move is clear, and the rest has been asked for."""
    CONFIRMING = "confirming"
    """What can't be undone waits for a yes."""
    SPEAKING = "speaking"
    """The program tells something."""
    WAITING = "waiting"
    """The clocks stand; somebody must put something right before play goes on."""


class Cue(StrEnum):
    """What may happen in the talk."""

    UNDERSTOOD = "understood"
    """One thing is meant, and it is done or refused."""
    ASIDE = "aside"
    """One thing is meant that answers no question: they want to know something, or to be spoken to
    otherwise, or announces what can't be."""
    GRAVE = "grave"
    """One thing is meant, and it can't be undone."""
    AMBIGUOUS = "ambiguous"
    """Several things may be meant, or only half of one was said."""
    NOT_UNDERSTOOD = "not-understood"
    SILENCE = "silence"
    """Nobody says anything: the program has finished, or who was asked doesn't answer."""
    BARGE_IN = "barge-in"
    """Somebody begins to speak, or presses a key, while anybody is speaking."""
    HALTED = "halted"
    """The program has finished, and the clocks stand."""
    DEVICE_LOST = "device-lost"
    """Nothing can be heard, spoken or written any more."""


_FROM_REST: Mapping[Cue, DialogueState] = {
    Cue.UNDERSTOOD: DialogueState.SPEAKING,
    Cue.ASIDE: DialogueState.SPEAKING,
    Cue.GRAVE: DialogueState.CONFIRMING,
    Cue.AMBIGUOUS: DialogueState.ASKING,
    Cue.NOT_UNDERSTOOD: DialogueState.SPEAKING,
    Cue.SILENCE: DialogueState.LISTENING,
    Cue.BARGE_IN: DialogueState.HEARD,
    Cue.HALTED: DialogueState.WAITING,
    Cue.DEVICE_LOST: DialogueState.WAITING,
}
"""Where nothing is asked, the same cue leads to the same place."""

NEXT: Mapping[DialogueState, Mapping[Cue, DialogueState]] = {
    DialogueState.LISTENING: _FROM_REST,
    DialogueState.HEARD: _FROM_REST,
    DialogueState.SPEAKING: _FROM_REST,
    DialogueState.WAITING: {**_FROM_REST, Cue.SILENCE: DialogueState.WAITING},
    DialogueState.ASKING: {
        Cue.UNDERSTOOD: DialogueState.SPEAKING,
        Cue.ASIDE: DialogueState.ASKING,
        Cue.GRAVE: DialogueState.CONFIRMING,
        Cue.AMBIGUOUS: DialogueState.ASKING,
        Cue.NOT_UNDERSTOOD: DialogueState.ASKING,
        Cue.SILENCE: DialogueState.ASKING,
        Cue.BARGE_IN: DialogueState.ASKING,
        Cue.HALTED: DialogueState.ASKING,
        Cue.DEVICE_LOST: DialogueState.WAITING,
    },
    DialogueState.CONFIRMING: {
        Cue.UNDERSTOOD: DialogueState.SPEAKING,
        Cue.ASIDE: DialogueState.CONFIRMING,
        Cue.GRAVE: DialogueState.CONFIRMING,
        Cue.AMBIGUOUS: DialogueState.CONFIRMING,
        Cue.NOT_UNDERSTOOD: DialogueState.CONFIRMING,
        Cue.SILENCE: DialogueState.LISTENING,
        Cue.BARGE_IN: DialogueState.CONFIRMING,
        Cue.HALTED: DialogueState.CONFIRMING,
        Cue.DEVICE_LOST: DialogueState.WAITING,
    },
}

PENDING = frozenset({DialogueState.ASKING, DialogueState.CONFIRMING})
"""An answer is awaited."""

PASSING = frozenset({DialogueState.HEARD, DialogueState.SPEAKING})
"""Over as soon as nobody speaks."""
