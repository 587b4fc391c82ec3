"""The bucket: this many at once, this many a second, each place for itself."""

from voice_chess.web.protection.rate_limits import MOST_PLACES, Bucket, Buckets


def test_a_bucket_gives_what_is_in_it_and_fills_with_time() -> None:
    bucket = Bucket(most=2, per_second=1)

    assert [bucket.takes(at_ms) for at_ms in (0, 0, 0, 500, 1_000, 1_000)] == [
        *(True, True, False, False, True, False)
    ]


def test_a_bucket_never_holds_more_than_at_first() -> None:
    bucket = Bucket(most=1, per_second=100)

    assert [bucket.takes(at_ms) for at_ms in (0, 60_000, 60_000)] == [True, True, False]


def test_what_does_not_fit_costs_nothing() -> None:
    bucket = Bucket(most=10, per_second=0)

    assert [bucket.takes(0, amount) for amount in (11, 10)] == [False, True]


def test_what_is_given_back_can_be_taken_again() -> None:
    bucket = Bucket(most=1, per_second=0)
    taken = [bucket.takes(0), bucket.takes(0)]
    bucket.gives_back()

    assert [*taken, bucket.takes(0), bucket.takes(0)] == [True, False, True, False]


def test_one_place_does_not_use_up_another() -> None:
    buckets = Buckets(1, 0)

    assert [buckets.takes(place, 0) for place in ("a", "a", "b")] == [True, False, True]


def test_very_many_places_do_not_make_a_busy_one_forgotten() -> None:
    buckets = Buckets(1, 0)
    for number in range(MOST_PLACES + 10):
        buckets.takes("guesser", 0)
        buckets.takes(str(number), 0)

    assert not buckets.takes("guesser", 0)
