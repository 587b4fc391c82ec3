"""A game is walked through by words, typed or said."""

from dataclasses import replace
from importlib.resources import files

import pytest

from tests.german import GERMAN, NUMBERS, REVIEW, by_ear
from tests.review.games import SCHOLARS_EVALUATIONS, SCHOLARS_MATE, game_of, thought
from tests.review.test_minuted_sheet import DISPUTED, REASON
from voice_chess import review
from voice_chess.game.results import Result
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import move_list
from voice_chess.review.evaluation import Evaluation, Mate
from voice_chess.review.openings import Opening
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.review.walk import COMMANDS, Step, Walk, phrases
from voice_chess.review.words import opening_told, remarks_told, result_told
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import result_words, side_word

GAME = game_of(SCHOLARS_MATE)
DISPUTED_GAME = ReviewedGame.of_events(DISPUTED)
ENGLISH = Walk(
    game=GAME, language=load_language("en"), evaluations=SCHOLARS_EVALUATIONS, style="letters"
)
EVERY_LANGUAGE = pytest.mark.parametrize(
    "language", [load_language(known) for known in known_languages()], ids=known_languages()
)
UNJUDGED = replace(ENGLISH, evaluations=())
ENGINELESS = replace(UNJUDGED, has_engine=False)


def walked(walk: Walk, *lines: str) -> Step:
    """What came of the last line."""
    step = Step(walk=walk, told=())
    for line in lines:
        step = step.walk.asked(line)
    return step


def told(walk: Walk, *lines: str) -> str:
    return " ".join(sentence.text for sentence in walked(walk, *lines).told)


def test_one_steps_from_move_to_move_and_hears_the_move_first() -> None:
    said = told(ENGLISH, "next")

    assert said.startswith("1, White: pawn E four.")
    assert "Thought for two seconds. Left: five minutes." in said


@EVERY_LANGUAGE
def test_what_is_written_about_a_move_is_told_with_it(language: Language) -> None:
    game = game_of("{A friendly game} 1. e4 {Best by test} e5 *")
    walk = Walk(game=game, language=language, has_engine=False)
    first, second = (
        language.review["comment"].format(text=text) for text in ("A friendly game", "Best by test")
    )

    assert first in told(walk, language.review_words["start"][0])
    assert second in told(walk, language.review_words["next"][0])
    assert second not in told(walk, *[language.review_words["next"][0]] * 2)


@EVERY_LANGUAGE
def test_what_was_ruled_is_told_briefly_in_its_place_and_in_full_on_asking(
    language: Language,
) -> None:
    walk = Walk(game=DISPUTED_GAME, language=language, has_engine=False)
    ask, start, end = (language.review_words[name][0] for name in ("remarks", "start", "end"))
    article, stopped = (
        language.phrase("article", article="").strip(". "),
        "ClocksStopped:irregularity",
    )
    brief, full = told(walk, end), told(walk, end, ask)

    for said in (brief, full):
        assert REASON in said
        assert language.phrase("claim:repetition") in said
    assert language.phrase(stopped) not in brief
    assert language.phrase(stopped) in full
    assert full.count(article) > brief.count(article)
    assert language.sheet["taken_back"] in full
    place = f"2, {side_word(language, white=True)}"
    assert (
        told(walk, start, ask)
        == sentence(language.review["remarked"].format(list=place), language).text
    )


@EVERY_LANGUAGE
def test_on_asking_one_hears_where_a_comment_stands_or_that_none_does(language: Language) -> None:
    ask = language.review_words["remarks"][0]
    written = Walk(game=game_of("{A friendly game} 1. e4 {Best by test} e5 *"), language=language)
    bare = Walk(game=game_of("1. e4 e5 *"), language=language)
    black = language.review_words["end"][0]

    assert told(written, ask) == language.review["comment"].format(text="A friendly game")
    assert language.review["before-moves"] in told(written, black, ask)
    assert f"1, {side_word(language, white=True)}" in told(written, black, ask)
    assert told(bare, ask) == language.review["remarked"].format(list=language.phrase("none"))


def test_the_reason_for_which_a_game_ended_is_told() -> None:
    walk = replace(ENGINELESS, game=DISPUTED_GAME)

    assert told(walk, "summary").startswith("Ida against Uwe: White wins, penalty.")
    assert told(walk, "end").endswith("End of the game: White wins, penalty.")


@EVERY_LANGUAGE
def test_an_annotators_signs_are_told_in_words(language: Language) -> None:
    game = game_of("1. e4! e5 $19 $201 2. Nf3 $77 {Well} *")
    walk = Walk(game=game, language=language, has_engine=False)
    black = side_word(language, white=False)
    said = [
        language.review["mark-good"],
        language.review["mark-winning"].format(side=black),
        language.review["mark-other"].format(number="77"),
    ]

    for ply, words in enumerate(said, 1):
        marks = language.review["marks"].format(marks=words)
        assert marks in told(walk, *[language.review_words["next"][0]] * ply)


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("text", "result", "other"),
    [
        ('[Result "1-0"]\n\n1. e4 e5 0-1', "1-0", "0-1"),
        ('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 0-1', "0-1", "1-0"),
    ],
    ids=["the head's counts", "only the other fits the position"],
)
def test_of_two_results_that_contradict_each_other_the_one_that_counts_is_told(
    language: Language, text: str, result: str, other: str
) -> None:
    (remark,) = remarks_told(game_of(text).sheet, language)

    assert remark == language.review["two-results"].format(result=result, other=other)
    counts, _, not_kept = remark.partition(":")[2].partition(",")
    assert (result in counts, other in not_kept) == (True, True)


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("moves", "jump"),
    [
        ("1. e4 e5 3. Nf3", ("2", "3")),
        ("1. e4 2. e5 3. Nf3", ("1", "2")),
        ("1. e4 e5 2. Nf3 1... Nc6", ("2", "1")),
        ("1. e4 e5 12.Nf3 Nc6 13. Bb5", ("2", "12")),
    ],
)
def test_move_numbers_that_jump_are_told(
    moves: str, jump: tuple[str, str], language: Language
) -> None:
    right, written = jump
    expected = language.review["number-jump"].format(right=right, written=written)

    assert remarks_told(game_of(f"{moves} *").sheet, language) == (expected,)
    assert remarks_told(move_list.read(moves, [ENGLISH.language])[0], language) == (expected,)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 2... Nc6 3. Bb5 *",
        "e4 e5 2. Nf3 Nc6 *",
        "7. e4 e5 8. Nf3 Nc6 *",
        "1. e4 (1. d4 d5 4. c4) e5 2. Nf3 *",
        "1. e4e5 2. Nf3 *",
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 31. e4 *',
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n1... Kd7 2. e4 *',
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n1. Kd7 2. e4 *',
    ],
)
def test_move_numbers_that_follow_one_another_are_not_remarked_on(text: str) -> None:
    assert game_of(text).sheet.jump is None
    if text.startswith(("1. e4 e5", "e4", "7.")):
        assert move_list.read(text, [ENGLISH.language])[0].jump is None


def test_one_stops_at_both_ends() -> None:
    assert walked(ENGLISH, "back").walk.ply == 0
    assert walked(ENGLISH, "end", "next").walk.ply == GAME.last_ply
    assert told(ENGLISH, "end").endswith("End of the game: White wins.")


@pytest.mark.parametrize(
    ("line", "ply"),
    [
        *[("3", 5), ("3.", 5), ("3...", 6), ("3. ...", 6), ("3 ...", 6)],
        *[("move 3", 5), ("move 3...", 6), ("move three black", 6), ("MOVE 2", 3)],
    ],
)
def test_one_goes_to_a_move_by_its_number(line: str, ply: int) -> None:
    assert walked(ENGLISH, line).walk.ply == ply


@pytest.mark.parametrize("line", ["0", "99", "99...", "move 99", "move 350", "move ninety black"])
def test_of_a_number_that_no_move_has_the_first_and_the_last_are_told(line: str) -> None:
    step = walked(ENGLISH, "3", line)
    last = f"{GAME.entry(GAME.last_ply).number}, White"

    assert step.walk.ply == 5
    assert [each.text for each in step.told] == [
        f"There is no such move. The first is 1, White, the last {last}."
    ]


def test_a_position_without_moves_has_none_to_go_to() -> None:
    puzzle = game_of('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n*')
    walk = Walk(game=puzzle, language=load_language("en"))

    assert [each.text for each in walk.asked("12").told] == ["The game has no moves."]


def test_the_way_leads_from_one_mistake_to_the_next_with_what_was_better() -> None:
    first, second = told(ENGLISH, "mistake"), told(ENGLISH, "mistake", "next mistake")

    assert first.startswith("3, White: queen H five. Inaccuracy. Better was")
    assert second.startswith("3, Black: knight F six. Blunder. Better was")
    assert "White mates in 1." in second


def test_behind_the_last_mistake_there_is_none() -> None:
    assert told(ENGLISH, "end", "next mistake") == "No further mistake."
    assert told(ENGLISH, "previous mistake") == "No earlier mistake."


def test_an_engine_that_has_not_been_there_yet_is_not_taken_for_one_that_found_nothing() -> None:
    not_yet = "The engine has not reached this position yet."
    for line in ("mistake", "previous mistake"):
        assert told(UNJUDGED, line) == not_yet
        assert told(ENGINELESS, line).startswith("There is no chess engine here")
    first_part = replace(UNJUDGED, evaluations=(*SCHOLARS_EVALUATIONS[:-1], None))
    assert told(first_part, "previous mistake") == f"No earlier mistake. {not_yet}"


def test_without_an_engine_moves_times_and_position_are_told_all_the_same() -> None:
    said = told(ENGINELESS, "move 2")

    assert said.startswith("2, White: bishop")
    assert "Left:" in said
    assert "White: king" in told(ENGINELESS, "position")


def test_who_stands_better_is_told_with_the_best_move_and_line() -> None:
    assert told(ENGLISH, "move 1 black", "evaluation") == (
        "White is ahead by 0.2 pawns. Best is knight F three."
    )
    assert told(ENGLISH, "move 1 black", "best line").startswith(
        "Best line: knight F three, knight C six."
    )
    assert told(ENGLISH, "3...", "what was better").startswith("Instead of the last move: ")


@pytest.mark.parametrize("lines", [("1",), ("end",), ("1...", "Nf3")])
def test_nothing_was_better_than_the_engines_own_choice(lines: tuple[str, ...]) -> None:
    assert told(ENGLISH, *lines, "why") == "The engine would also play that."


@EVERY_LANGUAGE
def test_what_silences_the_program_in_play_ends_the_review(language: Language) -> None:
    assert walked(replace(ENGLISH, language=language), language.words["stop"][0]).is_over


def test_at_the_end_no_best_move_is_named() -> None:
    assert told(ENGLISH, "end", "evaluation") == "Checkmate."


def test_the_summary_names_players_opening_and_mistakes() -> None:
    assert told(ENGLISH, "summary") == (
        "Ida against Uwe: White wins. Opening: Bishop's Opening, C23."
        " White: blunders 0, mistakes 0, inaccuracies 1."
        " Black: blunders 1, mistakes 0, inaccuracies 0."
    )


@pytest.mark.parametrize(
    ("language_id", "name", "text"),
    [
        (
            "de",
            "Sicilian Defense: Najdorf Variation",
            "Eröffnung: Sizilianische Verteidigung, B90.",
        ),
        ("sr-cyrl", "Ruy Lopez: Berlin Defense", "Отварање: Шпанска партија, B90."),
        ("de", "Grob Opening", "Eröffnung: Grob Opening, B90."),
        ("en", "Ruy Lopez: Berlin Defense", "Opening: Ruy Lopez: Berlin Defense, B90."),
    ],
)
def test_an_opening_is_told_by_the_name_that_the_voice_can_say(
    language_id: str, name: str, text: str
) -> None:
    found = Opening(eco="B90", name=name, ply=10)

    assert opening_told(found, load_language(language_id)) == text


def test_every_family_with_a_name_of_its_own_is_one_of_the_table_and_has_it_in_all_languages() -> (
    None
):
    named = {known: {*load_language(known).openings} for known in known_languages()}
    rows = files(review).joinpath("openings.tsv").read_text("utf-8").splitlines()
    families = {row.split("\t")[1].partition(":")[0] for row in rows if not row.startswith("#")}

    assert named.pop("en") == set()
    assert set.union(*named.values()) == set.intersection(*named.values()) <= families


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("names", [("Ida", ""), ("", "Uwe"), ("?", "?"), ("", "")])
def test_a_side_is_never_told_as_if_it_were_a_name(
    language_id: str, names: tuple[str, str]
) -> None:
    language = load_language(language_id)
    header = "".join(
        f'[{tag} "{name}"]\n' for tag, name in zip(("White", "Black"), names, strict=True) if name
    )
    said = result_told(game_of(f"{header}\n1. e4 e5 0-1"), language)
    players, _, result = said.partition(": ")
    sides = {side_word(language, white=white) for white in (True, False)}

    assert result == f"{result_words(Result.BLACK_WINS, language)}."
    assert not sides & {word.strip(",–") for word in players.split()[:1]}
    assert all(name in players for name in names if name.isalpha())


def test_without_names_the_summary_says_so() -> None:
    assert told(replace(ENGINELESS, game=game_of("1. e4 e5 0-1")), "summary").startswith(
        "A game without names: Black wins."
    )
    assert told(
        replace(ENGINELESS, game=game_of('[Black "Uwe"]\n\n1. e4 e5 0-1')), "summary"
    ).startswith("Uwe with Black: Black wins.")


def test_the_board_is_asked_about_as_in_play() -> None:
    assert told(ENGLISH, "end", "what is on f7") == "Felix seven: white queen."


def test_what_is_not_understood_is_said_back() -> None:
    assert told(ENGLISH, "colourless green").startswith("Not understood: colourless green.")


def test_a_move_to_try_that_fits_two_pieces_is_asked_about() -> None:
    two_knights = replace(UNJUDGED, game=game_of("1. Nf3 e5 2. d3 e4 *"))

    assert told(two_knights, "2...", "Nd2") == "Knight Bella or Felix?"


def test_who_has_finished_hears_nothing_more() -> None:
    step = walked(ENGLISH, "finish")

    assert step.is_over
    assert step.told == ()


@EVERY_LANGUAGE
def test_every_language_has_every_text_and_every_word(language: Language) -> None:
    german = load_language("de")

    assert list(language.review) == list(german.review)
    assert set(language.review_words) == {*COMMANDS, "go"}


@EVERY_LANGUAGE
def test_no_word_asks_for_two_things(language: Language) -> None:
    forms = [
        form for name, forms in language.review_words.items() if name != "go" for form in forms
    ]

    assert len(set(forms)) == len(forms)


@EVERY_LANGUAGE
def test_whatever_the_help_names_is_understood(language: Language) -> None:
    walk = Walk(game=GAME, language=language, evaluations=SCHOLARS_EVALUATIONS, ply=3)
    beginning = language.review["not-understood"].partition("{")[0]

    for name in COMMANDS:
        said = told(walk, language.review_words[name][0])

        assert not said.startswith(beginning), name
        assert "{" not in said


@EVERY_LANGUAGE
def test_a_question_mark_is_told_the_word_for_help(language: Language) -> None:
    walk = Walk(game=GAME, language=language)
    told_help = language.review["not-understood"].format(said="?", help=language.written("help"))

    assert told(walk, "?") == told_help


def test_every_phrase_that_may_be_said_leads_somewhere() -> None:
    german = Walk(game=GAME, language=load_language("de"), evaluations=SCHOLARS_EVALUATIONS)

    assert {f"{REVIEW['go']} {NUMBERS[3]} {by_ear('black')}", by_ear("what-is-on e4")} <= set(
        phrases(german.language, 4, GAME.positions[0])
    )
    not_understood = GERMAN.review["not-understood"].partition("{")[0]
    said = phrases(german.language, 3, GAME.positions[0])
    assert [line for line in said if told(german, line).startswith(not_understood)] == []


@pytest.mark.parametrize("line", ["Nf3", "knight felix three", "knight f three", "g1f3"])
def test_a_move_of_ones_own_is_tried_and_told_whether_the_engine_agrees(line: str) -> None:
    behind = walked(ENGLISH, "1...", line).walk

    assert told(ENGLISH, "1...", line) == "Knight F three. The engine would also play that."
    assert told(ENGLISH, "1...", "Nc3") == "Knight C three. The engine would play something else."
    assert (behind.ply, behind.tried) == (2, ("g1f3",))
    assert told(behind, "what is on f3") == "Felix three: white knight."
    assert told(behind, "what is on e5") == "Eva five: black pawn."


def test_moves_of_ones_own_are_taken_back_one_by_one_and_end_with_the_games() -> None:
    tried = walked(ENGLISH, "1...", "Nf3", "Nc6").walk

    assert tried.tried == ("g1f3", "b8c6")
    assert walked(tried, "back").walk.tried == ("g1f3",)
    assert walked(tried, "back", "back").walk == walked(ENGLISH, "1...").walk
    assert told(tried, "back", "back").startswith("1, Black: pawn E five.")
    assert walked(tried, "next").walk == walked(ENGLISH, "2").walk


def test_the_games_own_move_leads_on_in_it() -> None:
    assert walked(ENGLISH, "1...", "Bc4").walk == walked(ENGLISH, "2").walk


def test_behind_moves_of_ones_own_no_evaluation_of_the_game_is_told() -> None:
    behind = walked(ENGLISH, "1...", "Nc3").walk
    unjudged = "The engine has not reached this position yet."

    assert told(behind, "evaluation") == told(behind, "best line") == unjudged
    assert told(behind, "what was better").startswith("Instead of the last move: knight F three")
    assert told(UNJUDGED, "1...", "Nc3") == "Knight C three."


def test_once_the_engine_has_looked_behind_ones_own_move_that_is_told_like_the_games() -> None:
    behind = replace(walked(ENGLISH, "1...", "Nc3").walk, own=thought(-300, "f8c5"))

    assert told(behind, "repeat").startswith(
        "Knight C three. The engine would play something else. Blunder. Black is ahead by 3.0"
    )
    assert "Best is bishop C five." in told(behind, "evaluation")
    assert told(behind, "best line") == "Best line: bishop C five."
    assert "Blunder" in " ".join(said.text for said in behind.own_told())
    assert walked(behind, "Nc6").walk.own is walked(behind, "back").walk.own is None


def test_the_engines_own_choice_is_never_called_a_mistake_behind_it_either() -> None:
    behind = replace(walked(ENGLISH, "1...", "Nf3").walk, own=thought(-300, "f8c5"))

    assert "Blunder" not in told(behind, "repeat")


@pytest.mark.parametrize("uci", ["a7a8q", "a7a8n", "a1b2"])
def test_a_move_is_tried_as_a_board_tells_it_with_what_a_pawn_becomes(uci: str) -> None:
    puzzle = game_of('[SetUp "1"]\n[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n*')

    assert walked(replace(UNJUDGED, game=puzzle), uci).walk.tried == (uci,)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Nd4", "Knight D four: it does not move that way."),
        ("knight bella three", "Knight B three: it does not move that way."),
        ("e5", "Pawn E five: pawn E five is in the way."),
        ("e1e3", "King E three: it does not move that way."),
        ("0-0", "Short castling: bishop F one is in the way."),
    ],
)
def test_what_is_no_legal_move_there_is_not_tried_and_told_why(line: str, why: str) -> None:
    step = walked(ENGLISH, "1...", line)

    assert step.walk.tried == ()
    assert [sentence.text for sentence in step.told] == [why]


@EVERY_LANGUAGE
def test_a_move_is_tried_in_every_language_as_it_is_announced(language: Language) -> None:
    walk = replace(ENGLISH, language=language)
    said = " ".join(language.say(token) for token in ("piece:N", "file:f", "rank:3"))
    step = walked(walk.gone(2).walk, said)

    assert step.walk.tried == ("g1f3",)
    assert step.told[1].text == language.review["as-engine"]
    assert said in phrases(language, 3, walk.gone(2).walk.position)


@EVERY_LANGUAGE
def test_a_puzzle_from_a_file_is_solved_by_moves_in_words_and_letters(language: Language) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
    mate = Evaluation(score=Mate(white=True, moves=1), line=("a1a8",), depth=12)
    game = game_of(f'[SetUp "1"]\n[FEN "{fen}"]\n\n*')
    puzzle = replace(ENGLISH, game=game, language=language, evaluations=(mate,))
    said = " ".join(language.say(token) for token in ("piece:R", "file:a", "rank:8"))

    for line in (said, "a1a8"):
        step = walked(puzzle, line)
        assert step.walk.position.is_checkmate
        assert step.told[-1].text == language.review["as-engine"]
    assert told(puzzle, "e1e2").endswith(language.review["not-engine"])
    assert walked(puzzle, said, language.review_words["back"][0]).walk == puzzle


def test_help_tells_that_a_move_may_be_tried() -> None:
    assert told(ENGLISH, "help").endswith(", the number of a move, or a move to try.")


def test_german_nouns_have_their_capitals_in_the_help() -> None:
    said = told(replace(ENGINELESS, language=GERMAN), REVIEW["help"])

    assert all(noun in said for noun in ("Stellung", "Vermerke", "Anfang", "Ende", "Übersicht"))
