"""How eSpeak NG says the words of the game after respelling, in phonetic letters."""

import pytest

from voice_chess.adapters.synthesis.espeak import installed
from voice_chess.languages.language import Language, load_language

GERMAN = {
    "file:a": "ˈanɑː",
    "file:b": "bˈɛlɑː",
    "file:c": "tsˈeːzɑːɾ",
    "file:d": "dˈɑːvɪt",
    "file:e": "ˈeːvɑː",
    "file:f": "fˈeːlɪks",
    "file:g": "ɡˈʊstɑːf",
    "file:h": "hˈɛktoːɾ",
    "rank:1": "ˈaɪns",
    "rank:2": "tsvˈaɪ",
    "rank:3": "dɾˈaɪ",
    "rank:4": "fˈiːɾ",
    "rank:5": "fˈʏnf",
    "rank:6": "zˈɛks",
    "rank:7": "zˈiːbən",
    "rank:8": "ˈaxt",
    "piece:K": "kˈøːnɪç",
    "piece:Q": "dˈɑːmə",
    "piece:R": "tˈʊɐm",
    "piece:B": "lˈɔøfɜ",
    "piece:N": "ʃpɾˈɪŋɜ",
    "piece:P": "bˈaʊɜ",
    "takes": "ʃlˈɛːkt",
    "check": "ʃˈax",
    "mate": "mˈat",
    "castle:short": "kˈʊɐtsə rɔxˈɑːdə",
    "castle:long": "lˈaŋə rɔxˈɑːdə",
    "promote": "vˌɪɾt",
    "en-passant": "aŋ pasˈaŋ",
    "offer-draw": "reːmˈiː",
    "adjust": "ʒadˈuːp",
    "yes": "jˈɑː",
    "no": "nˈaɪn",
    "white": "vˈaɪs",
    "black": "ʃvˈaɾts",
}


def respelled(text: str, language: Language) -> str:
    return " ".join(language.sound.respelled.get(word, word) for word in text.split())


@pytest.mark.parametrize("token", GERMAN)
def test_german_is_said_as_people_say_it(token: str) -> None:
    language = load_language("de")
    said = installed().phonemes(respelled(language.say(token), language), language.id)

    assert said == GERMAN[token]


def test_every_file_rank_and_piece_is_checked() -> None:
    of_moves = {
        token
        for token in load_language("de").words
        if token.split(":")[0] in {"file", "rank", "piece", "castle"}
    }

    assert of_moves - {"castle"} <= set(GERMAN)


@pytest.mark.parametrize("word", sorted(load_language("de").sound.respelled))
def test_no_word_is_respelled_without_need(word: str) -> None:
    language = load_language("de")

    assert installed().phonemes(word, "de") != installed().phonemes(respelled(word, language), "de")


def test_in_a_whole_move_every_word_sounds_as_it_does_alone() -> None:
    language = load_language("de")
    tokens = ("piece:N", "file:g", "rank:1", "takes", "file:d", "rank:4", "check")
    words = " ".join(language.say(token) for token in tokens)
    said = installed().phonemes(respelled(words, language), "de")

    # Only the stress may be weaker.
    assert said.replace("ˈ", "") == " ".join(GERMAN[token].replace("ˈ", "") for token in tokens)
