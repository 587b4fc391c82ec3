"""Typed moves: in UCI, in the letters of the language, in words; what is no move stays words."""

import random
from dataclasses import replace

import pytest

from tests.german import CLOCK, GERMAN, NO, NUMBERS, PRESS, YES, by_ear, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, BY_COMMAND, IN_GERMAN, PLAYERS
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.game.draws import DrawOffered
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.table import Role, Setup
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.notation import MoveRead, read_move, written
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records import longhand
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms
from voice_chess.session.dialogue.typed_moves import as_heard, as_move, move_in
from voice_chess.session.table_settings import Grace, TableSettings
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import MoveMeaning

PLAYED = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CASTLING = "r3k2r/1P4pp/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"


@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("e2e4", "e2e4"),
        ("E7E8Q", "e7e8q"),
        ("Sf3", "g1f3"),
        ("e4", "e2e4"),
        (" Sc3! ", "b1c3"),
        ("Sc3 (=)", "b1c3"),
        ("Nf3", "g1f3"),
        ("Xf3", None),
        (says("piece:N f3"), None),
        (CLOCK, None),
        ("", None),
    ],
)
def test_reads_a_written_move(text: str, uci: str | None) -> None:
    found = as_move(text, Position.start(), load_language("de"))

    assert found == (MoveMeaning(uci=uci) if uci else None)


@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("0-0", "e1g1"),
        ("O-O-O", "e1c1"),
        ("0\u20130", "e1g1"),
        ("exd6 e.p.", "e5d6"),
        ("ed6", "e5d6"),
        ("b8D", "b7b8q"),
        ("bxa8S", "b7a8n"),
        ("b8=T+", "b7b8r"),
    ],
)
def test_reads_every_way_of_writing_it(text: str, uci: str) -> None:
    position = Position.from_fen(CASTLING)

    assert as_move(text, position, load_language("de")) == MoveMeaning(uci=uci)


@pytest.mark.parametrize(
    ("text", "language", "uci"),
    [
        ("sxc3", "de", None),
        ("sc3", "de", "b1c3"),
        ("SC3", "de", "b1c3"),
        ("nc3", "de", "b1c3"),
        ("sc3 (=)", "de", "b1c3"),
        ("s c3", "de", None),
        ("dd3", "de", "d1d3"),
        ("dxe5", "de", "d4e5"),
        ("de5", "de", "d4e5"),
        ("DXE5", "de", "d4e5"),
        ("bc4", "en", "f1c4"),
        ("bxa7", "en", "b6a7"),
        ("qd3", "en", "d1d3"),
        ("dd3", "en", None),
        ("rc8", "en", None),
        ("cxd8q", "en", "c7d8q"),
        ("cxd8=N", "en", "c7d8n"),
        ("cxd8r", "en", "c7d8r"),
        ("cxd8d", "de", "c7d8q"),
        ("F4", "en", "f2f4"),
    ],
)
def test_small_letters_are_read_where_only_one_move_can_be_meant(
    text: str, language: str, uci: str | None
) -> None:
    fen = "r2qkb1r/p1Pb1ppp/1P6/4p3/3P4/8/1P3PPP/RNBQKBNR w KQkq - 0 1"

    found = as_move(text, Position.from_fen(fen), load_language(language))

    assert found == (MoveMeaning(uci=uci) if uci else None)


@pytest.mark.parametrize(
    ("text", "language", "uci"),
    [
        ("cc3", "it", "b1c3"),
        ("cc4", "it", "c2c4"),
        ("c3", "it", "c2c3"),
        ("cc3", "en", "c2c3"),
    ],
)
def test_a_file_before_itself_is_a_piece_wherever_that_can_move(
    text: str, language: str, uci: str
) -> None:
    """Nobody writes a pawn's own file; in Italian C is the knight, and that may go to c3."""
    assert as_move(text, Position.start(), load_language(language)) == MoveMeaning(uci=uci)


@pytest.mark.parametrize("language_id", known_languages())
def test_a_move_in_small_letters_is_never_another(language_id: str) -> None:
    language = load_language(language_id)
    position = Position.from_fen(PLAYED)
    for uci in position.legal_moves:
        text = written(position, uci, language.orthography).lower()
        to_the_letter = read_move(text, position, language.orthography)
        meant = to_the_letter.uci if isinstance(to_the_letter, MoveRead) else uci

        assert as_move(text, position, language) == MoveMeaning(uci=meant)
        assert meant == uci or position.facts(meant).piece == "P"


@pytest.mark.parametrize("seed", range(5))
def test_reads_what_the_scoresheet_writes(seed: int) -> None:
    chance = random.Random(seed)
    language = load_language("de")
    position = Position.from_fen(ORDINARY_START)
    for _ in range(60):
        uci = chance.choice(position.legal_moves)
        terms = Terms(start_fen=position.fen)
        sheet = Scoresheet.of_moves([Noted(uci=uci)], header=Header(), terms=terms)
        text = longhand.move_text(sheet.entries[0], language)

        assert as_move(text, position, language) == MoveMeaning(uci=uci)
        position = position.played(uci)
        if not position.legal_moves:
            break


def test_words_and_digits_are_told_apart() -> None:
    (hypothesis,) = as_heard(f"{in_words('N')} g1-f3, bitte", 7, load_language("de")).hypotheses

    assert hypothesis.words == (by_ear("N"), "g", "1", "f", "3", "bitte")


@pytest.mark.parametrize(("text", "is_offer"), [("Sc3 (=)", True), ("Sc3", False), ("(=)", False)])
def test_the_sign_of_an_offer_is_read_beside_a_move_only(text: str, is_offer: bool) -> None:
    found = move_in(text, Position.start(), load_language("de"))

    assert (found is not None and found.offers_draw) is is_offer


@pytest.mark.parametrize("line", ["Sc3 (=)", "Weiß: Sc3 (=)"])
def test_a_move_with_the_sign_of_an_offer_is_the_move_and_the_offer(line: str) -> None:
    table = AroundTable()
    table.play(line)

    (announced,) = table.of(MoveAnnounced)
    (offered,) = table.of(DrawOffered)
    assert announced.uci == "b1c3"
    assert (offered.white, offered.is_timely) == (True, True)


def test_no_draw_is_offered_with_a_move_that_is_refused() -> None:
    table = AroundTable()
    table.play("e5 (=)")

    assert table.of(DrawOffered) == []


@pytest.mark.parametrize("offer", [" (=)", "(=)", f" {says('offer-draw')}"])
@pytest.mark.parametrize("move", ["Ke3", "e5"])
def test_an_illegal_move_with_a_draw_offer_gets_its_reason_like_any_other(
    move: str, offer: str
) -> None:
    alone, offering = AroundTable(), AroundTable()
    alone.play(move)
    offering.play(f"{move}{offer}")

    assert offering.said == alone.said
    assert offering.of(DrawOffered) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("Sf9", german("writing:garbled", rest=f"S f {NUMBERS[9]}")),
        ("Sxf3", german("writing:capture", move=in_words("Nf3"))),
        ("e4+", german("writing:check", move=in_words("Pe4"))),
        ("e4=", german("writing:garbled", rest="=")),
        ("e2e4=", german("writing:garbled", rest="=")),
        ("Sf3=", german("writing:garbled", rest="=")),
        ("e4#", german("writing:mate", move=in_words("Pe4"))),
        ("e4 e.p.", german("writing:passing", move=in_words("Pe4"))),
        (says("white: Sf9"), german("writing:garbled", rest=f"S f {NUMBERS[9]}")),
        ("sxf3", german("writing:capture", move=in_words("Nf3"))),
        ("blablabla", german("NotUnderstood")),
    ],
)
def test_a_line_that_is_no_move_is_told_what_is_wrong_with_it(line: str, answer: str) -> None:
    table = AroundTable()
    table.play(line)

    assert table.answer_to(line) == [answer]


@pytest.mark.parametrize("line", ["?", "???", " ? ", ",", "\u00bf?!"])
@pytest.mark.parametrize("language_id", known_languages())
def test_a_line_without_a_word_is_told_the_word_for_help_at_the_table_and_at_a_seat(
    language_id: str, line: str
) -> None:
    language = load_language(language_id)
    settings = replace(BY_COMMAND, language=language)
    table, apart = AroundTable(settings=settings), Apart(BLIND, people=PLAYERS, settings=settings)
    table.play(line)
    apart.types(line)
    told = phrase("writing:wordless", language, command=language.written("help")).text

    assert table.answer_to(line) == [told]
    assert apart.told(Role.WHITE)[-1] == told


def test_after_a_line_without_a_word_an_open_question_is_asked_again() -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play(says("resign"), "?")

    named = german("writing:wordless", command=GERMAN.written("help"))
    assert table.answer_to("?") == [named, *table.answer_to(says("resign"))]


def test_a_move_among_other_words_is_asked_about() -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play("e4", PRESS, "ich will Springer f6")

    assert [event.uci for event in table.of(MoveAnnounced)] == ["e2e4"]

    table = AroundTable(settings=BY_COMMAND)
    table.play("e4", PRESS, "ich will Springer f6", YES)

    assert [event.uci for event in table.of(MoveAnnounced)] == ["e2e4", "g8f6"]


@pytest.mark.parametrize(
    ("language_id", "line"),
    [
        ("de", "wer greift e4 an"),
        ("de", "Welche Figuren greifen e4 an?"),
        ("en", "who is attacking e4 now?"),
        ("pl", "które figury atakują e4"),
        ("cs", "kdo útočí na e4"),
        ("sr", "koje figure napadaju e4"),
        ("sr-cyrl", "ко напада e4"),
        ("it", "chi minaccia e4"),
    ],
)
def test_who_attacks_a_square_can_be_asked_in_a_sentence(language_id: str, line: str) -> None:
    language = load_language(language_id)
    usual = f"{language.say('attackers')} e4"
    table = AroundTable(settings=replace(BY_COMMAND, language=language))
    table.play("e4", language.say("press"), "Nf6", usual, line)

    assert table.answer_to(line) == table.answer_to(usual) != []


def test_an_equals_sign_without_a_piece_behind_it_is_asked_for_the_piece() -> None:
    table = AroundTable(replace(BLIND, setup=Setup(fen="8/4P3/8/8/8/8/k7/2K5 w - - 0 1")))
    table.play("e8=", in_words("Q"))

    assert [event.uci for event in table.of(MoveAnnounced)] == ["e7e8q"]


@pytest.mark.parametrize("line", ["Dd1", "Sd4", "Te8", "Kxe2"])
def test_what_is_wrong_with_a_move_in_small_letters_is_told_likewise(line: str) -> None:
    table = AroundTable()
    table.play(line, line.lower())

    assert table.answer_to(line.lower()) == table.answer_to(line) != [german("NotUnderstood")]


def test_a_pawns_capture_without_its_file_is_asked_for_it() -> None:
    table = AroundTable()
    table.play("e4", PRESS, "d5", PRESS, "xd5")

    assert table.answer_to("xd5") == [german("writing:file", square=in_words("d5"))]


def test_a_letter_that_means_two_pieces_is_asked_about() -> None:
    fen = "4k3/8/8/8/2B5/8/8/K1N5 w - - 0 1"
    settings = replace(BY_COMMAND, language=load_language("en"))
    table = AroundTable(replace(BLIND, setup=Setup(fen=fen)), settings=settings)
    table.play("Sd3", "knight")

    (announced,) = table.of(MoveAnnounced)
    assert table.answer_to("Sd3") == ["Knight or bishop?"]
    assert announced.uci == "c1d3"


def by_itself(*, after_ms: int | None) -> TableSettings:
    """The program presses so long after a move was typed, or never."""
    return replace(IN_GERMAN, grace=Grace(written_ms=after_ms, is_read_back=True))


def test_a_typed_move_is_pressed_by_enter_and_not_by_a_pause() -> None:
    table = AroundTable(settings=by_itself(after_ms=None), pause_ms=60_000)
    table.play("e4", CLOCK, "")

    (pressed,) = table.of(MoveCompleted)
    assert pressed.at_ms > 180_000


def test_a_typed_move_is_pressed_after_the_pause_that_the_house_wants() -> None:
    table = AroundTable(settings=by_itself(after_ms=4_000), pause_ms=5_000)
    table.play("e4")

    (announced,) = table.of(MoveAnnounced)
    (pressed,) = table.of(MoveCompleted)
    assert 4_000 <= pressed.at_ms - announced.at_ms <= 7_000


@pytest.mark.parametrize("is_read_back", [True, False])
def test_the_pause_before_the_press_follows_a_read_back_that_the_house_wants(
    is_read_back: bool,
) -> None:
    grace = Grace(written_ms=4_000, is_read_back=is_read_back)
    settings = replace(IN_GERMAN, grace=grace)
    slow = MemorySpeaker(ms_a_letter=1_000)
    table = AroundTable(settings=settings, speaker=slow, pause_ms=60_000)
    table.play("e4")

    (announced,) = table.of(MoveAnnounced)
    (pressed,) = table.of(MoveCompleted)
    read_back_ms = 1_000 * len(german("MoveAnnounced", move=in_words("Pe4")))
    assert (pressed.at_ms - announced.at_ms >= read_back_ms + 4_000) is is_read_back


def test_who_answers_at_once_presses_for_the_mover() -> None:
    table = AroundTable(settings=by_itself(after_ms=None), pause_ms=60_000)
    table.play("e4", "e5")

    (pressed, _), (_, answered) = table.of(MoveCompleted), table.of(MoveAnnounced)
    assert pressed.at_ms == answered.at_ms


@pytest.mark.parametrize("line", ["e4", by_ear("e4")])
def test_a_typed_line_that_only_repeats_the_opponents_move_is_told_whose_move_that_was(
    line: str,
) -> None:
    table = AroundTable(settings=IN_GERMAN)
    table.play("e4", PRESS, line, line, says("last-move"))
    *_, once, twice, asked = [said for _, said in table.answers]

    assert once == twice == asked


@pytest.mark.parametrize("lines", [("",), ("", "e4"), ("e4", says("correction"), "")])
def test_enter_alone_presses_nothing_but_an_announced_move(lines: tuple[str, ...]) -> None:
    table = AroundTable()
    table.play(*lines)

    assert table.of(MoveCompleted) == []
    assert table.refusals == []


def test_a_typed_reply_to_a_draw_offer_is_about_the_draw() -> None:
    agreed, denied = AroundTable(), AroundTable()
    agreed.play("e4", says("offer-draw"), PRESS, YES, YES)
    denied.play("e4", says("offer-draw"), PRESS, NO)

    first_reply = next(told for said, told in agreed.answers if said == YES)
    assert first_reply == [german("confirm:accept")]
    assert agreed.game.is_over
    assert denied.answer_to(NO) == [german("DrawDeclined", "black")]


def test_a_typed_yes_where_nothing_is_offered_or_asked_is_told_so() -> None:
    table = AroundTable()
    table.play("e4", PRESS, YES)

    assert table.answer_to(YES) == [german("NothingAsked")]
