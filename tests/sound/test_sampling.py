"""Sound is cut into blocks without losing any of it."""

from voice_chess.sound.sampling import in_blocks


def test_the_last_block_may_be_shorter_and_nothing_is_lost() -> None:
    assert list(in_blocks(b"abcdefgh", 3)) == [b"abc", b"def", b"gh"]


def test_silence_of_no_length_has_no_block() -> None:
    assert list(in_blocks(b"", 3)) == []
