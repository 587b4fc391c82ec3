"""A game from what was said in it: talk is passed over, and later moves settle earlier doubts."""

from dataclasses import replace

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.transcription.search import USUAL, extended
from voice_chess.speech.transcription.transcript import GUESSED, Transcript, transcript
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.readings import Readings, readings
from voice_chess.speech.understanding.scoring import UNKNOWN_WORD

GERMAN = load_language("de")


def utterance(*ways: tuple[str, float]) -> Readings:
    """What a recogniser heard: words and their log likelihoods."""
    hypotheses = tuple(
        Hypothesis(words=tuple(text.split()), log_likelihood=score) for text, score in ways
    )
    heard = Heard(hypotheses=hypotheses, started_ms=0, ended_ms=0)
    return readings(heard, GERMAN)


def clear(text: str) -> Readings:
    return utterance((text, 0.0))


NOTHING_HEARD = Readings(ways=(), stranger=1.0)
CHATTER = utterance((f"{UNKNOWN_WORD} {UNKNOWN_WORD}", 0.0), ("eva {UNKNOWN_WORD}", -4.0))


def game(*heard: Readings | str, fen: str | None = None) -> Transcript:
    start = Position.start() if fen is None else Position.from_fen(fen)
    lines: tuple[HeardLine, ...] = (HeardLine(position=start),)
    for number, said in enumerate(heard):
        lines = extended(lines, clear(said) if isinstance(said, str) else said, number)
    return transcript(lines)


def moves(*heard: Readings | str, fen: str | None = None) -> str:
    return " ".join(game(*heard, fen=fen).game.moves)


def test_clear_announcements_are_the_game() -> None:
    found = game("eva vier", "eva fünf", "springer felix drei", "springer cesar sechs")

    assert found.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert not any(move.is_doubtful for move in found.moves)
    assert [move.utterance for move in found.moves] == [0, 1, 2, 3]


def test_talk_and_noise_are_passed_over() -> None:
    found = game(CHATTER, "eva vier", NOTHING_HEARD, CHATTER, "eva fünf", CHATTER)

    assert found.game.moves == ("e2e4", "e7e5")
    assert [move.utterance for move in found.moves] == [1, 4]


def test_words_of_ours_that_are_no_move_here_are_passed_over() -> None:
    assert moves("eva vier", "turm hektor acht", "eva fünf") == "e2e4 e7e5"


def test_a_later_move_settles_an_earlier_doubt() -> None:
    doubt = utterance(("eva sechs", 0.0), ("eva fünf", -0.3))
    before = game("eva vier", doubt)
    after = game("eva vier", doubt, "springer felix drei", "david sechs", "springer eva fünf")
    taken = game(
        "eva vier", doubt, "springer felix drei", "david sechs", "springer schlägt eva fünf"
    )

    assert before.game.moves[1] == "e7e6"
    assert before.moves[1].is_doubtful
    assert [other.uci for other in before.moves[1].others] == ["e7e5"]
    assert after.game.moves[1] == "e7e6"
    assert taken.game.moves == ("e2e4", "e7e5", "g1f3", "d7d6", "f3e5")
    assert not taken.moves[1].is_doubtful


SAMPLE = (
    "eva vier", "eva fünf", "springer felix drei", "springer felix sechs", "david vier",
    "eva schlägt david vier", "eva fünf", "springer eva vier", "dame schlägt david vier",
    "david fünf", "eva schlägt david sechs en passant", "springer schlägt david sechs",
    "läufer gustav fünf", "springer cesar sechs", "dame eva drei schach", "läufer eva sieben",
)  # fmt: skip


def test_two_pieces_that_are_not_told_apart_are_told_apart_by_what_follows() -> None:
    doubtful = game(*SAMPLE, "springer david zwei")
    settled = game(*SAMPLE, "springer david zwei", "kurze rochade", "lange rochade")

    assert {doubtful.moves[-1].uci, doubtful.moves[-1].others[0].uci} == {"b1d2", "f3d2"}
    assert 0.49 < doubtful.moves[-1].probability < 0.51
    assert settled.game.moves[16:] == ("b1d2", "e8g8", "e1c1")
    assert not any(move.is_doubtful for move in settled.moves)


def test_castling_behind_talk_that_sounded_like_words_of_ours_is_made() -> None:
    found = game(*SAMPLE, "springer bella david zwei", "bella kurze rochade", "lange rochade")

    assert found.game.moves[16:] == ("b1d2", "e8g8", "e1c1")


def test_both_castle_in_one_breath() -> None:
    found = game(
        *SAMPLE, "springer bella david zwei", "kurze rochade lange rochade", "turm eva acht"
    )

    assert found.game.moves[16:] == ("b1d2", "e8g8", "e1c1", "f8e8")


def test_an_opponent_who_repeats_a_move_makes_none() -> None:
    assert moves("eva vier", "eva vier", "eva fünf", "bauer eva fünf") == "e2e4 e7e5"


def test_a_slip_is_corrected_whole_or_in_part() -> None:
    start = ("eva vier", "eva fünf", "springer cesar drei")

    assert moves(*start, "korrektur springer felix drei") == "e2e4 e7e5 g1f3"
    assert moves(*start, "nein springer felix drei", "david sechs") == "e2e4 e7e5 g1f3 d7d6"
    assert moves(*start, "korrektur felix") == "e2e4 e7e5 g1f3"


def test_a_slip_taken_back_first_and_corrected_later_is_settled_by_what_follows() -> None:
    taken_back = moves("eva vier", "eva fünf", "springer cesar drei", "nein", "läufer cesar vier")

    assert taken_back == "e2e4 e7e5 f1c4"
    assert moves("eva vier", "nein", "eva fünf") == "e2e4 e7e5"


def test_what_was_heard_wrong_in_one_part_is_found_by_what_can_be_played() -> None:
    found = game("eva vier", "eva fünf", "springer felix zwei", "springer cesar sechs")

    assert found.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6") or found.moves[2].is_doubtful
    assert len(found.game.moves) == 4


def test_a_mishearing_lets_no_later_move_be_lost() -> None:
    rest = ("springer cesar sechs", "läufer bella fünf", "anna sechs", "läufer anna vier")
    found = game("eva vier", "eva fünf", "springer felix fünf", *rest)

    assert found.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4")


def test_a_move_that_the_words_did_not_name_is_doubtful_however_well_the_rest_fits() -> None:
    rest = ("springer cesar sechs", "läufer bella fünf", "anna sechs", "läufer anna vier")
    found = game("eva vier", "eva fünf", "springer felix fünf", *rest)

    assert found.moves[2].probability <= GUESSED
    assert [move.is_doubtful for move in found.moves] == [ply == 2 for ply in range(7)]


def test_a_move_that_nobody_heard_is_doubtful_where_only_one_is_left() -> None:
    begun = HeardLine(position=Position.start()).played("e2e4", 0)
    line = begun.missed("g1f3", [begun.position.played("e7e5")], 1)
    found = transcript([line])

    assert found.game.moves == ("e2e4", "e7e5", "g1f3")
    assert [move.is_doubtful for move in found.moves] == [False, True, False]


def test_a_guess_that_is_corrected_is_none_any_more() -> None:
    found = game("eva vier", "eva fünf", "springer felix fünf", "korrektur springer felix drei",
                 "springer cesar sechs", "läufer bella fünf")  # fmt: skip

    assert found.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert not any(move.is_doubtful for move in found.moves)


def test_a_move_and_its_answer_may_come_without_a_pause() -> None:
    assert moves("eva vier eva fünf", "springer felix drei") == "e2e4 e7e5 g1f3"


def test_an_announcement_among_unknown_speech_is_found() -> None:
    said = utterance((f"{UNKNOWN_WORD} springer felix drei {UNKNOWN_WORD}", 0.0))

    assert moves(said, "david fünf") == "g1f3 d7d5"


def test_a_move_and_its_reply_at_the_end_of_talk_are_both_found() -> None:
    said = utterance((f"acht {UNKNOWN_WORD} falscher david fünf springer felix drei", 0.0))

    assert moves("david vier", said, "läufer felix fünf") == "d2d4 d7d5 g1f3 c8f5"


def test_the_end_of_an_announcement_is_no_move_of_its_own() -> None:
    """The bishop can't move yet, so its move isn't the pawn's, however likely talk is."""
    found = game("david vier", "läufer felix fünf", "cesar vier")

    assert "f7f5" not in [move.uci for move in found.moves if not move.is_doubtful]


def test_thinking_aloud_is_outlived() -> None:
    """They consider a move, and then announces another one of the same side."""
    found = game("eva vier", "david fünf", "springer cesar drei", "eva schlägt david fünf",
                 "dame schlägt david fünf", "springer cesar drei", "dame anna fünf")  # fmt: skip

    assert found.game.moves == ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5")


def test_an_offer_is_noted_with_its_move_and_its_acceptance_ends_the_game() -> None:
    offered = game("eva vier", "eva fünf", "remis", "springer felix drei").game
    agreed = game("eva vier", "eva fünf", "remis", "angenommen").game

    assert offered.offers == {1}
    assert offered.result is None
    assert agreed.result == "1/2-1/2"


def test_a_resignation_ends_the_game_unless_it_goes_on() -> None:
    over = game("eva vier", "eva fünf", "ich gebe auf").game
    misheard = utterance(("ich gebe auf", 0.0), (UNKNOWN_WORD, -2.0))
    went_on = game("eva vier", misheard, "eva fünf", "springer felix drei").game

    assert over.result == "0-1"
    assert went_on.result is None
    assert went_on.moves == ("e2e4", "e7e5", "g1f3")


def test_talk_that_may_have_been_a_move_is_told() -> None:
    perhaps = utterance(("david sechs", 0.0), (UNKNOWN_WORD, 0.0))
    found = game("eva vier", perhaps)
    settled = game("eva vier", perhaps, "eva fünf", "springer felix drei")
    (passed,) = found.passed

    assert found.game.moves == ("e2e4",)
    assert settled.game.moves == ("e2e4", "e7e5", "g1f3")
    assert settled.passed == ()
    assert passed.utterance == 1
    assert [other.uci for other in passed.others] == ["d7d6"]


def test_never_keeps_more_games_than_it_may() -> None:
    vague = utterance(*((f"{file} {rank}", 0.0) for file in ("anna", "bella", "cesar", "david")
                        for rank in ("drei", "vier", "fünf", "sechs")))  # fmt: skip
    lines: tuple[HeardLine, ...] = (HeardLine(position=Position.start()),)
    for number in range(4):
        lines = extended(lines, vague, number)

    assert sum(line.lost_in is None for line in lines) == USUAL.lines
    assert sum(line.lost_in is not None for line in lines) == USUAL.lost
    assert [line.log_weight for line in lines] == sorted(
        (line.log_weight for line in lines), reverse=True
    )


def test_an_utterance_is_asked_about_in_so_many_positions_and_no_more() -> None:
    """A move that nobody heard may have been any: hundreds of positions."""
    begun = extended((HeardLine(position=Position.start()),), ROUND_ABOUT[0], 0)
    all_of_them = extended(begun, ROUND_ABOUT[1], 1, replace(USUAL, positions=10_000))
    likeliest = extended(begun, ROUND_ABOUT[1], 1, replace(USUAL, positions=100))

    assert positions(all_of_them) > 300
    assert positions(likeliest) <= 100
    assert [line.log_weight for line in likeliest[:3]] == [
        line.log_weight for line in all_of_them[:3]
    ]


ROUND_ABOUT = (
    utterance(*((f"{file} drei", 0.0) for file in ("anna", "bella", "cesar", "david", "eva"))),
    utterance(*((way, 0.0) for way in ("hektor vier", "gustav vier", "springer felix drei",
                                       "springer cesar drei"))),
)  # fmt: skip
"""White moves twice, and nothing of Black's is heard in between."""


def positions(lines: tuple[HeardLine, ...]) -> int:
    return sum(len(line.worlds) for line in lines if line.lost_in is None)


def test_probabilities_of_an_utterance_sum_to_one() -> None:
    heard = utterance(("eva vier", 0.0), ("eva drei", -0.5), ("äh eva vier", -1.0))

    assert abs(sum(way.weight for way in heard.ways) + heard.stranger - 1.0) < 1e-9


def test_a_move_that_nobody_heard_leaves_a_gap_and_not_the_end_of_the_game() -> None:
    """Black's first move is missing; their later ones narrow down what it was."""
    known = ("springer felix drei", "springer felix sechs", "läufer bella fünf")
    rest_known = ("läufer eva sieben", "kurze rochade", "kurze rochade", "turm eva eins")
    found = game("eva vier", *known, *rest_known)
    first, missing, *rest = found.moves

    assert first.uci == "e2e4"
    assert missing.uci in {"e7e5", "e7e6"}
    assert missing.is_doubtful
    assert {missing.uci, *(other.uci for other in missing.others)} == {"e7e5", "e7e6"}
    assert missing.utterance == 1
    assert [move.uci for move in rest] == [
        "g1f3", "g8f6", "f1b5", "f8e7", "e1g1", "e8g8", "f1e1",
    ]  # fmt: skip
    assert not any(move.is_doubtful for move in rest)


def test_an_illegal_attempt_is_no_reason_to_believe_in_an_unheard_move() -> None:
    attempt = ("eva vier", "eva fünf", "dame hektor sechs", "springer felix drei")

    assert moves(*attempt, "springer cesar sechs", "läufer bella fünf") == (
        "e2e4 e7e5 g1f3 b8c6 f1b5"
    )


ELSEWHERE = tuple(f"springer {square}" for square in (
    "hektor acht", "anna acht", "gustav sieben", "bella drei", "david fünf", "eva drei",
))  # fmt: skip
"""Said in some other game: after 1 e4 e5 none of it can be played."""


def test_where_nothing_fits_any_more_the_game_ends_and_says_so() -> None:
    found = game("eva vier", "eva fünf", *ELSEWHERE)

    assert found.game.moves == ("e2e4", "e7e5")
    assert found.broke_in == 2


def test_a_game_that_goes_on_is_not_taken_for_lost() -> None:
    found = game("eva vier", "eva fünf", "turm hektor acht", "springer felix drei",
                 "springer cesar sechs", "läufer bella fünf", "anna sechs")  # fmt: skip

    assert found.broke_in is None
    assert not any(move.is_doubtful for move in found.moves)


def test_moves_behind_a_possible_break_are_not_sure() -> None:
    """Two announcements in a row that fit nowhere, and a last one that may fit by chance."""
    surely = game("eva vier", "eva fünf", "springer felix drei")
    perhaps = game("eva vier", "eva fünf", *ELSEWHERE[:2], "springer felix drei")

    assert surely.moves[-1].probability > 0.95
    assert perhaps.moves[-1].probability < 0.5
    assert not any(move.is_doubtful for move in perhaps.moves[:2])


def test_beliefs_in_all_games_and_in_none_make_one() -> None:
    """However the lines are kept, a stated move is no surer than the lines that have it."""
    found = game("eva vier", utterance(("eva fünf", 0.0), ("eva sechs", -0.5)), *ELSEWHERE[:2])

    assert all(0.0 < move.probability <= 1.0 for move in found.moves)
    second = found.moves[1]
    assert second.probability + sum(other.probability for other in second.others) <= 1.0


def test_a_move_that_talk_runs_into_is_found() -> None:
    """Talk that sounded like words of ours, and no pause before the announcement."""
    glued = "hektor fünf david vier springer felix drei"
    found = game("eva vier", "eva fünf", glued, "springer cesar sechs", "läufer bella fünf")

    assert found.game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")


def test_a_slip_is_corrected_also_behind_a_move_that_nobody_heard() -> None:
    gap = ("eva vier", "springer felix drei", "springer felix sechs")
    corrected = ("springer gustav acht", "korrektur läufer eva sieben")
    found = game(*gap, "läufer bella fünf", *corrected, "kurze rochade", "kurze rochade")

    assert found.game.moves[2:] == ("g1f3", "g8f6", "f1b5", "f8e7", "e1g1", "e8g8")


def test_what_sounded_like_a_move_and_has_no_place_is_told() -> None:
    found = game("eva vier", "eva fünf", "turm hektor acht", "springer felix drei",
                 "springer cesar sechs", "läufer bella fünf")  # fmt: skip

    assert [passed.utterance for passed in found.passed] == [2]
    assert found.passed[0].others == ()


def test_what_sounded_like_talk_is_not_told() -> None:
    assert game("eva vier", CHATTER, "eva fünf", CHATTER, "springer felix drei").passed == ()
