"""Decides whose turn it is to speak: one table gives the next state for every state and cue.

A talk is in one of six states. In four of them no question is open: the program listens, somebody
has begun to speak, the program speaks, or it waits because the clocks stand. From each of these
four the same cue leads to the same state, so they share one row (`_FROM_REST`). In the other two
states a question is open. In `ASKING` the program lacks part of a move, or can't tell two moves
apart; silence leaves that question open. In `CONFIRMING` something that can't be undone waits for a
yes. Silence there means no: nothing grave may happen because nobody spoke.

Two rules keep a question safe. First, input that does not answer the question leaves it open: an
aside, words that were not understood, somebody who begins to speak. A question that was cut short
by its own answer still counts as asked. Second, what was asked is remembered only while the table
stays in these two states. Once it leaves them, the session forgets the question
(`session.dialogue.talk_state`), and a late yes confirms nothing.

The table knows neither chess nor time. The session decides what was meant, and so which cue it is.
"""

from collections.abc import Mapping
from enum import StrEnum


class DialogueState(StrEnum):
    """The state of the talk."""

    LISTENING = "listening"
    """The program waits for a move or a command, as long as it takes."""
    HEARD = "heard"
    """Somebody speaks or has spoken, and the meaning is not known yet."""
    ASKING = "asking"
    """Part of a move is clear, and the program has asked for the rest."""
    CONFIRMING = "confirming"
    """Something that can't be undone waits for a yes."""
    SPEAKING = "speaking"
    """The program speaks."""
    WAITING = "waiting"
    """The clocks stand; a player must put something right before play goes on."""


class Cue(StrEnum):
    """An occurrence that moves the talk to its next state."""

    UNDERSTOOD = "understood"
    """One thing is meant, and it is carried out or refused."""
    ASIDE = "aside"
    """One thing is meant that answers no open question.

    The player asks for information, changes how they are spoken to, or announces an impossible
    move while a move is asked for.
    """
    GRAVE = "grave"
    """One thing is meant that can't be undone."""
    AMBIGUOUS = "ambiguous"
    """Several things may be meant, or only half of one was said."""
    NOT_UNDERSTOOD = "not-understood"
    SILENCE = "silence"
    """Nobody speaks: the program has finished, or the player who was asked gives no answer."""
    BARGE_IN = "barge-in"
    """Somebody begins to speak or presses a key while the program or another person speaks."""
    HALTED = "halted"
    """The program has finished speaking, and the clocks stand."""
    DEVICE_LOST = "device-lost"
    """A device was lost: nothing can be recorded, spoken or written any more."""


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
"""The next state by cue while no question is open."""

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
"""The states in which the program awaits an answer to a question."""

PASSING = frozenset({DialogueState.HEARD, DialogueState.SPEAKING})
"""The states that end as soon as nobody speaks."""
