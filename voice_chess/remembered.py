"""A property of a frozen value that is worked out once, when it is first asked for."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Answer = TypeVar("Answer")


class remembered(Generic[Answer]):  # noqa: N801 - it is used like `property`
    """Decorate a method as a property whose value is stored in its object.

    The objects never change, so threads that ask at the same time find the same. That is why there
    is no lock: those of `functools.cached_property`, before Python 3.12, cost a move a fiftieth of
    its processor time.
    """

    def __init__(self, work: Callable[[Any], Answer]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Answer: ...

    def __get__(self, instance: object, owner: type) -> Self | Answer:
        if instance is None:
            return self
        answer = self._work(instance)
        # A frozen dataclass refuses to be assigned to. From now on the object's own value is found.
        object.__setattr__(instance, self._name, answer)
        return answer
