"""The ear of a table: one recogniser, with a model for each language that is spoken there.

Each model is adapted to the players who have read aloud for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_chess.adapters.recognition.exact_recognizer import ExactModel, ExactRecognizer
from voice_chess.adapters.recognition.recognizer_models import with_orders
from voice_chess.adapters.recognition.table_voices import TableVoices
from voice_chess.compose.models import load_recognizer_model
from voice_chess.game.events import Event
from voice_chess.game.table import Table
from voice_chess.languages.language import Language
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import Attend, Decoder, HearAgain, Recognizer, RecognizerLost
from voice_chess.session.table_settings import TableSettings

TellVoice = Callable[[str, str, int], None]
"""Shows a text about a player's stored voice: its name, the player's, and a number of examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHearing:
    """A table's recogniser, and how it is adapted to who speaks.

    `attend` adapts it to one side's language and voice; `again` hears the last utterance also in
    another language, where each has a model of its own. `learn` takes new examples from a game and
    its sound.
    """

    recognizer: Recognizer
    attend: Attend | None = None
    again: HearAgain | None = None
    learn: Callable[[Sequence[Event], Path], None] = field(default=lambda *_: None)


class TableEars:
    """The models of a table, loaded when somebody begins to speak their language."""

    def __init__(
        self,
        model: str | None,
        decoder: Decoder | None,
        data: Path,
        table: Table,
        tell_voice: TellVoice,
    ) -> None:
        """`model`: the one to use, whatever is spoken; None: that of each language.

        `data` is the folder with the players' stored voices.
        """
        self._model, self._decoder = model, decoder
        self._data, self._table, self._tell_voice = data, table, tell_voice
        self._voices: dict[str, TableVoices] = {}
        self._spoken: dict[bool, Language] = {}
        """For each side, with True for White: the language in which they were heard last."""

    def hearing(self, settings: TableSettings) -> TableHearing:
        """Return how a table with these settings hears.

        Only models of our own can take turns; another model hears everybody in the table's
        language. Raises `RecognizerLost` and `VoiceFileDamaged`.
        """
        usual, spoken_to = settings.language, settings.spoken_to
        model = self._loaded(usual)
        if not isinstance(model, ExactModel):
            return TableHearing(recognizer=model.recognizer())
        self._enter(usual, model)
        takes_turns = self._model is None
        recognizer = model.recognizer(keeps_sound=takes_turns)

        def heard_in(spoken: Language) -> Language:
            return spoken if takes_turns else usual

        for white in (True, False):
            own = heard_in(spoken_to.of(white=white).language or usual)
            voices = self._voices_in(own)
            told = voices.told(white=white)
            if told is not None:
                self._tell_voice(told, voices.ears[white].name, 0)
        return TableHearing(
            recognizer=recognizer,
            attend=lambda white, spoken: self._attend(recognizer, heard_in(spoken), white=white),
            again=self._again(recognizer) if takes_turns else None,
            learn=self._learn,
        )

    def _attend(
        self, recognizer: ExactRecognizer, language: Language, *, white: bool | None
    ) -> Language:
        if white is not None:
            self._spoken[white] = language
        recognizer.attend(self._voices_in(language).model_for(white=white))
        return language

    def _again(self, recognizer: ExactRecognizer) -> HearAgain:
        return lambda white, spoken, grammar: recognizer.again(
            self._voices_in(spoken).model_for(white=white), grammar
        )

    def _voices_in(self, language: Language) -> TableVoices:
        if language.id not in self._voices:
            model = self._loaded(language)
            if not isinstance(model, ExactModel):
                message = (
                    f"The model of {language.id} is not one of this program's own, and can't take "
                    "turns with another; choose one language for the table"
                )
                raise RecognizerLost(message)
            self._enter(language, model)
        return self._voices[language.id]

    def _loaded(self, language: Language) -> RecognizerModel:
        model = load_recognizer_model(language, self._model, self._decoder)
        return with_orders(model, language) if self._table.occasion.has_arbiter else model

    def _enter(self, language: Language, model: ExactModel) -> None:
        names = (self._table.white.name, self._table.black.name)
        self._voices[language.id] = TableVoices.at_table(self._data, model, names)

    def _learn(self, events: Sequence[Event], sound: Path) -> None:
        for white, language in self._spoken.items():
            voices = self._voices[language.id]
            new = voices.learnt(events, sound, language, white=white)
            if new:
                self._tell_voice("enrol-more", voices.ears[white].name, new)
