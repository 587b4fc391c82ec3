"""How much each voice says: those at home most, foreigners so much that all together are heard."""

from dataclasses import replace

import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.build import Amounts
from voice_chess.acoustics.engines.engine import SPELT, EngineVoice
from voice_chess.acoustics.speakers import name_of, own_system

AMOUNTS = Amounts(synthetic=1, foreign=2, uvular=3, natural=4, native=5)
OWN = own_system("cs")
VOICE = EngineVoice(id="a", engine="espeak", language="cs", gender="f", system=OWN)


@pytest.mark.parametrize(
    ("voice", "said"),
    [
        (VOICE, AMOUNTS.synthetic),
        (replace(VOICE, system="espeak-de", language="pl"), AMOUNTS.foreign),
        (replace(VOICE, system="espeak-de", language="fr"), AMOUNTS.uvular),
        (replace(VOICE, engine="rhvoice", system="ru", language="ru"), AMOUNTS.natural),
        (replace(VOICE, engine="festival", system=SPELT), AMOUNTS.native),
    ],
)
def test_each_kind_of_voice_says_its_share(voice: EngineVoice, said: int) -> None:
    assert AMOUNTS.of(voice, OWN) == said


def test_natives_say_as_much_as_foreigners_where_nothing_is_told() -> None:
    native = replace(VOICE, engine="festival", system=SPELT)

    assert replace(AMOUNTS, native=None).of(native, OWN) == AMOUNTS.natural


def test_a_voice_that_is_left_out_says_nothing() -> None:
    native = replace(VOICE, engine="festival", system=SPELT)

    assert replace(AMOUNTS, without=[name_of(native)]).of(native, OWN) == 0
