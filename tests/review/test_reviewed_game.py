"""A game as it is looked at again: times, names of openings, phases."""

import pytest

from tests.review.games import SCHOLARS_MATE, game_of
from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import braille_reader, braille_sheet, pgn
from voice_chess.records.move_times import MoveTime
from voice_chess.review import words
from voice_chess.review.openings import Opening, opening_of
from voice_chess.review.phases import Phases, phases_of
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.speech.counting import rough_time_words

KASPAROV_TOPALOV = """[White "Kasparov"]
[Black "Topalov"]

1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7
10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8
18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4
25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 Qc4 31. Qxf6 Kxa3
32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4
39. Qxh8 Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0
"""


def spent(text: str) -> list[int | None]:
    return [time.spent_ms for time in game_of(text).times]


def test_the_clock_times_of_a_sheet_tell_what_each_move_took() -> None:
    game = game_of(SCHOLARS_MATE)

    assert [time.spent_ms for time in game.times] == [
        2_000,
        5_000,
        7_000,
        65_000,
        6_000,
        65_000,
        1_000,
    ]
    assert game.time(7) == MoveTime(ply=7, spent_ms=1_000, left_ms=304_000)


def test_what_nobody_wrote_down_is_not_told() -> None:
    assert set(spent(KASPAROV_TOPALOV)) == {None}


def test_without_a_time_control_the_first_moves_have_no_time() -> None:
    without = SCHOLARS_MATE.replace('[TimeControl "300+5"]\n', "").replace("5:04", "4:59")

    assert spent(without) == [None, None, 2_000, 60_000, 1_000, 60_000, 1_000]


def test_time_that_was_added_in_between_makes_no_move_shorter_than_nothing() -> None:
    added = SCHOLARS_MATE.replace("0:05:00]} Nf6", "0:55:00]} Nf6")

    assert spent(added)[4] is None


def test_a_game_has_a_position_more_than_moves() -> None:
    game = game_of(SCHOLARS_MATE)

    assert len(game.positions) == game.last_ply + 1 == 8
    assert game.positions[-1].is_checkmate


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", ("C70", "Ruy Lopez: Morphy Defense", 6)),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h3", ("C60", "Ruy Lopez", 5)),
        ("1. Nf3 Nc6 2. e4 e5 3. Bb5", ("C60", "Ruy Lopez", 5)),
    ],
)
def test_an_opening_is_named_by_its_last_known_position(
    moves: str, opening: tuple[str, str, int]
) -> None:
    eco, name, ply = opening

    assert opening_of(game_of(f"{moves} *")) == Opening(eco=eco, name=name, ply=ply)


def test_a_game_from_another_position_has_no_name() -> None:
    setup = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'

    assert opening_of(game_of(setup)) is None


def test_a_game_is_divided_where_pieces_have_come_out_and_where_few_are_left() -> None:
    assert phases_of(game_of(KASPAROV_TOPALOV)) == Phases(middlegame=22, endgame=61)


def test_a_short_game_never_leaves_its_opening() -> None:
    assert phases_of(game_of(SCHOLARS_MATE)) == Phases(middlegame=None, endgame=None)


@pytest.mark.parametrize("language_id", known_languages())
def test_of_a_clock_without_seconds_no_time_of_a_move_is_made_up(language_id: str) -> None:
    language = load_language(language_id)
    times = ((1, "0:14:58"), (2, "0:00:59"), (3, "0:13:59"))
    moves = " ".join(
        f"{ply // 2 + 1}{'.' if ply % 2 else '...'} {move} {{[%clk {time}]}}"
        for (ply, time), move in zip(times, ("e4", "e5", "Nf3"), strict=True)
    )
    sheet = pgn.read(f'[TimeControl "900+10"]\n\n{moves} *')
    braille = braille_sheet.written(sheet, language)
    game = ReviewedGame.of_sheet(braille_reader.read(braille, language))
    left = [
        words.told("left", language, left=rough_time_words(ms, language))
        for ms in (14 * MINUTE_MS, 13 * MINUTE_MS)
    ]

    assert [time.spent_ms for time in game.times] == [None, None, None]
    assert [words.time_told(game.time(ply), language) for ply in (1, 2, 3)] == [
        left[0],
        words.told("left-little", language),
        left[1],
    ]
