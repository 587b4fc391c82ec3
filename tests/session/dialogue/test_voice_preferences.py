"""Each player is spoken to as they wish; what both hear is said so that both can follow."""

from dataclasses import replace
from typing import Any

import pytest

from tests.german import CLOCK, GERMAN, NUMBERS, german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, IN_GERMAN, OPENING
from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.draws import DrawOffered
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Table
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.dialogue.replies import EVERYBODY, BothPlayers, Brevity, brevity
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.table_settings import Room, SpokenTo
from voice_chess.session.voice_preferences import RATES, VOLUMES, WISHES, VoicePreferences
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.styles import STYLES
from voice_chess.speech.understanding.interpret import CommandMeaning

ENGLISH = load_language("en")
PLAIN = VoicePreferences(language=GERMAN)


def wished(preferences: VoicePreferences, *names: str) -> VoicePreferences:
    for name in names:
        preferences = preferences.changed(CommandMeaning(name=name))
    return preferences


@pytest.mark.parametrize("minutes", ["361", "99999999999", "9" * 5_000])
def test_a_margin_is_at_most_six_hours_and_the_reply_says_so(minutes: str) -> None:
    table = typed(says(f"behind {minutes}"))

    assert table.said[-1] == german("behind:on", time=f"{NUMBERS[6]} Stunden")


def typed(*lines: str, control: str = "15+10", **wishes: Any) -> AroundTable:
    table = replace(BLIND, control=TimeControl.parsed(control))
    played = AroundTable(table, settings=replace(IN_GERMAN, **wishes))
    played.play(*lines)
    return played


def told(played: AroundTable) -> list[tuple[str, str]]:
    """To whom what was said behind the opening."""
    evidence = played.journal.evidence(GAME)
    return [(item.to, item.text) for item in evidence if isinstance(item, AnswerSpoken)][OPENING:]


def test_every_wish_is_a_command() -> None:
    assert set(WISHES) <= COMMANDS


@pytest.mark.parametrize(
    ("there", "back"), [("slower", "faster"), ("softer", "louder"), ("faster", "slower")]
)
def test_a_step_there_and_a_step_back_change_nothing(there: str, back: str) -> None:
    assert wished(PLAIN, there) != PLAIN
    assert wished(PLAIN, there, back) == PLAIN


@pytest.mark.parametrize(
    ("name", "attribute", "outermost"),
    [
        ("slower", "words_per_minute", RATES[0]),
        ("faster", "words_per_minute", RATES[-1]),
        ("softer", "volume_percent", VOLUMES[0]),
        ("louder", "volume_percent", VOLUMES[-1]),
    ],
)
def test_a_wish_ends_at_the_outermost_step(name: str, attribute: str, outermost: int) -> None:
    assert getattr(wished(PLAIN, *[name] * 20), attribute) == outermost


def test_languages_follow_each_other_in_a_ring() -> None:
    count = len(spoken_languages())
    heard = [wished(PLAIN, *["language"] * times).language.id for times in range(count + 1)]

    assert sorted(heard[:count]) == list(spoken_languages())
    assert heard[count] == heard[0]


def test_styles_follow_each_other_in_a_ring_and_each_is_named() -> None:
    there = [wished(PLAIN, *["style"] * times).style for times in range(1, len(STYLES) + 1)]
    named = CommandMeaning(name="style", args=("nato",))

    assert sorted(there) == sorted(STYLES)
    assert there[-1] == PLAIN.style
    assert PLAIN.changed(named).style == "nato"


def test_a_style_is_chosen_by_its_words_and_heard_in_what_is_told() -> None:
    lines = (says("style:san"), "e4", says("style:nato"), "e5", ",= a kurz", "Sf3")
    said = [text for _, text in told(typed(*lines))]
    knight, nato = in_words("N"), GERMAN.files["nato"]
    in_nato = f"{knight} {nato[5]} {NUMBERS[3]}; {in_words('P')} {nato[4]} {NUMBERS[4]}"

    assert said[:6] == [
        german("list", list="Sf3; e4"),
        german("MoveAnnounced", move=in_words("Pe4")),
        german("list", list=in_nato),
        german("MoveAnnounced", move=in_words("Pe5")),
        german("list", list=f"{knight} f {NUMBERS[3]}; e {NUMBERS[4]}"),
        german("MoveAnnounced", move=in_words("Nf3")),
    ]


def test_what_both_hear_suits_the_slower_the_louder_and_the_one_who_wants_more_words() -> None:
    listeners = BothPlayers(PLAIN)
    listeners.change("white", wished(PLAIN, "faster", "verbosity:short"))
    listeners.change("black", wished(PLAIN, "louder"))

    assert listeners.addressed(EVERYBODY) == ((EVERYBODY, wished(PLAIN, "louder")),)
    assert listeners.addressed("white") == (("white", wished(PLAIN, "faster", "verbosity:short")),)


def test_each_has_a_voice_of_their_own_and_what_both_hear_has_neithers() -> None:
    voices = ByColor(white=SpokenTo(voice="deep"), black=SpokenTo(voice="female-low"))
    played = typed("e4", says("own-clock"), "e5", says("own-clock"), spoken_to=voices)
    heard = {(to, preferences.voice) for preferences, to in played.speaker.adopted}

    assert heard >= {("white", "deep"), ("black", "female-low"), ("both", "standard")}
    assert len(heard) == 3


def test_a_voice_that_both_have_chosen_is_heard_by_both() -> None:
    deep = replace(PLAIN, voice="deep")

    assert deep.shared(wished(deep, "faster")).voice == "deep"
    assert deep.shared(PLAIN).voice == PLAIN.shared(deep).voice == "standard"


def test_a_wish_of_ones_own_about_the_clock_keeps_nobody_waiting_for_what_both_hear() -> None:
    listeners = BothPlayers(PLAIN, have_own_channels=True)
    listeners.change("white", wished(PLAIN, "behind"))

    assert [to for to, _ in listeners.addressed(EVERYBODY)] == [EVERYBODY]


def test_on_channels_of_their_own_each_hears_it_in_their_own_way() -> None:
    listeners = BothPlayers(PLAIN, have_own_channels=True)
    together = listeners.addressed(EVERYBODY)
    listeners.change("white", wished(PLAIN, "faster"))

    assert together == ((EVERYBODY, PLAIN),)
    assert listeners.addressed(EVERYBODY) == (
        ("white", wished(PLAIN, "faster")),
        ("black", PLAIN),
    )


def test_a_wish_is_heard_in_the_word_that_confirms_it_and_kept_for_that_player() -> None:
    played = typed(says("faster"), "e4", says("own-clock"), "e5", says("own-clock"))
    rates = [
        (preferences.words_per_minute, to) for preferences, to in played.speaker.adopted[OPENING:]
    ]

    assert rates == [(200, "white"), (175, "both"), (175, "black"), (175, "both"), (200, "white")]


def test_who_can_go_no_further_is_told_so() -> None:
    assert told(typed(*[says("louder")] * 4))[-1] == (
        "white",
        german("limit", command=says("louder")),
    )


def test_who_wants_the_language_they_have_is_told_that_it_is_this() -> None:
    assert told(typed(says("language language:de"))) == [
        ("white", german("list", list=GERMAN.name))
    ]


def test_a_player_types_in_the_language_they_listen_to_or_in_that_of_the_house() -> None:
    played = typed(
        f",7 {says('language:en')}", "whose turn", "Nf3", "Sc6", "language german", "Sc3", CLOCK
    )
    sheet = scoresheet_of(played.journal.read(GAME))

    assert sheet.moves == ("g1f3", "b8c6", "b1c3")
    assert told(played)[:2] == [("white", "English."), ("white", "White to move.")]
    assert ("white", german("list", list=GERMAN.name)) in told(played)


@pytest.mark.parametrize("language_id", [each for each in spoken_languages() if each != "de"])
def test_an_order_in_the_tables_language_is_no_single_word_of_the_movers(language_id: str) -> None:
    """Many languages call a draw by the same word."""
    table = replace(BLIND, occasion=Occasion(has_arbiter=True))
    played = AroundTable(table, settings=IN_GERMAN)
    order, language = says("arbiter: ruling offer-draw"), load_language(language_id)

    played.play(says(f"language language:{language_id}"), order, language.say("no"))

    draw = language.phrase("end:arbiter")
    assert [draw in text for text in played.answer_to(order)] == [True]
    assert played.of(DrawOffered) == []


def test_two_languages_at_one_table_hear_every_move_in_both() -> None:
    played = typed(says("language language:en"), "e4")

    assert told(played)[1:] == [
        ("white", "Pawn Eva four."),
        ("black", german("MoveAnnounced", move=in_words("Pe4"))),
    ]


@pytest.mark.parametrize(
    ("used_ms", "wanted"),
    [
        (0, Brevity.FULL),
        (180_000, Brevity.FULL),
        (180_001, Brevity.SHORT),
        (280_000, Brevity.SHORT),
        (280_001, Brevity.TERSE),
        (400_000, Brevity.TERSE),
    ],
)
def test_fewer_words_are_said_as_time_gets_short(used_ms: int, wanted: Brevity) -> None:
    game = Game.at(Table(control=TimeControl.parsed("5+0")))
    running = Game(
        table=game.table, phase=game.phase, position=game.position, clock=game.clock.started(0)
    )

    assert brevity(running, used_ms) is wanted
    assert brevity(game, used_ms) is Brevity.FULL


def test_a_delay_counts_as_time_that_is_left() -> None:
    at_rest = Game.at(Table(control=TimeControl.parsed("1d30")))
    game = replace(at_rest, clock=at_rest.clock.started(0))

    assert brevity(game, 30_000) is Brevity.SHORT
    assert brevity(game, 85_000) is Brevity.TERSE, "the delay is over, and five seconds are left"


def test_once_the_flag_is_down_as_little_is_said_as_before_it_fell() -> None:
    at_rest = Game.at(Table(control=TimeControl.parsed("1+0")))
    fallen = replace(
        at_rest, clock=at_rest.clock.started(0).adjusted(white=False, by_ms=1_000, at_ms=60_000)
    )

    assert fallen.flag_falls_at_ms is None
    assert brevity(fallen, 60_001) is Brevity.TERSE


def test_who_hurries_hears_short_moves_and_asks_why_for_more() -> None:
    played = typed("e4", "Dh4", says("why"), control="1+0")

    blocked = german("Blocked", piece=in_words("P"), square=in_words("e7"))
    refused = german("NotALegalMove", move=in_words("Qh4"), reason=blocked)
    assert told(played) == [
        ("both", german("MoveAnnounced", move=in_words("e4"))),
        ("black", refused),
        ("black", refused),
        ("black", german("article", article=NUMBERS[3])),
        ("black", german("legal-moves:none")),
    ]


def test_what_was_said_before_is_said_again_in_full() -> None:
    said = told(typed(says("whose-turn"), says("whose-turn"), "Dh5", "Dh5"))

    assert said[0] == said[1] == ("white", german("whose-turn", "white"))
    assert said[2] == said[3]


def test_who_has_no_time_hears_that_they_were_not_understood_where_no_sound_tells_it() -> None:
    for room, said in (
        (Room(), [german("NotUnderstood")]),
        (Room(signals=frozenset(("unclear",))), []),
    ):
        played = typed("blabla", control="0.3+0", room=room)

        assert [text for _, text in told(played)][:1] == said
