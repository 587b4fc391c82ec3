"""The bucket: so many at once, so many a second, each place for itself and all together."""

from voice_chess.web.limits import Bucket, Buckets


def test_a_bucket_gives_what_is_in_it_and_fills_with_time() -> None:
    bucket = Bucket(most=2, a_second=1)

    assert [bucket.takes(at_ms) for at_ms in (0, 0, 0, 500, 1_000, 1_000)] == [
        *(True, True, False, False, True, False)
    ]


def test_a_bucket_never_holds_more_than_at_first() -> None:
    bucket = Bucket(most=1, a_second=100)

    assert [bucket.takes(at_ms) for at_ms in (0, 60_000, 60_000)] == [True, True, False]


def test_what_does_not_fit_costs_nothing() -> None:
    bucket = Bucket(most=10, a_second=0)

    assert [bucket.takes(0, amount) for amount in (11, 10)] == [False, True]


def test_one_place_does_not_use_up_another() -> None:
    buckets = Buckets(1, 0, Bucket(most=10, a_second=0))

    assert [buckets.takes(place, 0) for place in ("a", "a", "b")] == [True, False, True]


def test_all_places_together_have_a_limit() -> None:
    buckets = Buckets(5, 0, Bucket(most=2, a_second=0))

    assert [buckets.takes(str(place), 0) for place in range(3)] == [True, True, False]
