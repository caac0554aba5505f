"""Checks of the options that a program passes: numbers, flags, callables, objects of a class, choices, and lists."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from math import inf
from typing import Any

from typing_extensions import TypeVar

from .errors import quote_value, suggest_name
from .limits import Limits

Item = TypeVar("Item")


def check_texts(name: str, value: Iterable[str]) -> tuple[str, ...]:
    """Check an option that is a list of texts. Return the texts as a tuple.

    Args:
        name: the name of the option.
        value: the option.

    Raises:
        TypeError: the option is a single text, cannot be iterated, or has an item that is no text.
    """
    found: tuple[Any, ...] = check_list(name, value, "texts")
    wrong = [each for each in found if not isinstance(each, str)]
    if wrong:
        raise TypeError(f"{name} must be a list of texts, but it has {quote_value(wrong[0])}")
    return found


def check_list(name: str, value: Iterable[Item], items: str) -> tuple[Item, ...]:
    """Check an option that is a list. Return its items as a tuple.

    Args:
        name: the name of the option.
        value: the option.
        items: a word for the items, for the error message.

    Raises:
        TypeError: the option is a single text, or cannot be iterated.
    """
    if isinstance(value, str):
        raise TypeError(f"{name} must be a list of {items}: {name}=[{quote_value(value)}]")
    try:
        return tuple(value)
    except TypeError:
        raise TypeError(f"{name} must be a list of {items}, not {quote_value(value)}") from None


def check_numbers(values: Mapping[str, Any], *, least: float, most: float = inf, is_whole: bool = False) -> None:
    """Check options that are numbers within the same bounds.

    Args:
        values: the options, by name.
        least: the least number that is allowed.
        most: the greatest number that is allowed.
        is_whole: whether the numbers must be integers.

    Raises:
        TypeError: an option is no number, or no integer although `is_whole` is True.
        ValueError: a number is less than `least`, greater than `most`, or NaN.
    """
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int if is_whole else (int, float)):
            raise TypeError(f"{name} must be {'an integer' if is_whole else 'a number'}, not {quote_value(value)}")
        if not least <= value <= most:
            allowed = f"at least {least:g}" if most == inf else f"from {least:g} to {most:g}"
            raise ValueError(f"{name} must be {allowed}, not {quote_value(value)}")


def check_number(name: str, value: Any, *, least: float, most: float = inf, is_whole: bool = False) -> None:
    """Check an option that is a number, with the bounds and errors of `check_numbers`."""
    check_numbers({name: value}, least=least, most=most, is_whole=is_whole)


def check_positive(name: str, value: Any) -> None:
    """Check an option that is a positive, finite number.

    Args:
        name: the name of the option.
        value: the option.

    Raises:
        TypeError: the option is no number.
        ValueError: the number is zero, negative, infinite or NaN.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not 0 < value < inf:
        raise ValueError(f"{name} must be a positive, finite number, not {quote_value(value)}")
    check_number(name, value, least=0)


def check_flags(values: Mapping[str, object]) -> None:
    """Check options that are True or False.

    Args:
        values: the options, by name.

    Raises:
        TypeError: an option is neither True nor False, but a text such as `false`, for example.
    """
    for name, value in values.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {quote_value(value)}")


def check_limits(value: object) -> None:
    """Check the option `limits`.

    Raises:
        TypeError: the option is no `Limits`.
    """
    check_class("limits", value, Limits, "mb.Limits(…)")


def check_choice(name: str, value: object, known: Collection[str]) -> None:
    """Check an option that is one of several texts.

    Args:
        name: the name of the option.
        value: the option.
        known: the texts that are allowed.

    Raises:
        ValueError: the option is none of these texts.
    """
    if value not in known:
        hint = suggest_name(value, known) if isinstance(value, str) else ""
        raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}, not {quote_value(value)}{hint}")


def check_class(
    name: str, value: object, wanted: type | tuple[type, ...], example: str, *, is_secret: bool = False
) -> None:
    """Check an option that is an object of a class.

    Args:
        name: the name of the option.
        value: the option.
        wanted: the class, or several classes, one of which the object must have.
        example: a description of a right option, for the error message.
        is_secret: whether a wrong option may contain a secret. If so, the error message has only its class.

    Raises:
        TypeError: the option is of another class.
    """
    if not isinstance(value, wanted):
        raise TypeError(f"{name} must be {example}, not {_describe_value(value, is_secret=is_secret)}")


def check_method(name: str, value: object, method: str, example: str, *, is_secret: bool = False) -> None:
    """Check an option that is an object of any class with a certain method.

    A class is refused in place of its object, unless the method needs no object.

    Args:
        name: the name of the option.
        value: the option.
        method: the name of the method.
        example: a description of a right option, for the error message.
        is_secret: whether a wrong option may contain a secret. If so, the error message has only its class.

    Raises:
        TypeError: the option has no such method.
    """
    found = inspect.getattr_static(value, method, None) if isinstance(value, type) else None
    if not hasattr(value, method) or inspect.isfunction(found):
        raise TypeError(f"{name} must be {example}, not {_describe_value(value, is_secret=is_secret)}")


def _describe_value(value: object, *, is_secret: bool) -> str:
    return type(value).__name__ if is_secret and not isinstance(value, type) else quote_value(value)


def check_callable(name: str, value: object, parameters: tuple[str, ...], example: str) -> None:
    """Check an option that is called with positional arguments.

    Args:
        name: the name of the option.
        value: the option.
        parameters: the names of the positional arguments.
        example: a description of a right option, for the error message.

    Raises:
        TypeError: the option is no function, or does not accept that many positional arguments.
    """
    if not callable(value):
        raise TypeError(f"{name} must be a function {example}, not {quote_value(value)}")
    if not _takes_positional(value, len(parameters)):
        count = f"{len(parameters)} argument{'' if len(parameters) == 1 else 's'}"
        raise TypeError(f"{name} is called with {count}: {example}")


def check_plain_callable(name: str, value: object, parameters: tuple[str, ...], example: str) -> None:
    """Check an option that is called with positional arguments, and whose result is not awaited.

    The arguments are those of `check_callable`.

    Raises:
        TypeError: the option is no function, does not accept that many positional arguments, or is an `async` function.
    """
    check_callable(name, value, parameters, example)
    if is_async(value):
        raise TypeError(f"{name} must be a function without async: {example}")


def check_clock(value: object) -> None:
    """Check the option `clock`.

    Raises:
        TypeError: the option is no function without arguments, or is an `async` function.
    """
    check_plain_callable("clock", value, (), "(), which returns a time in seconds")


def is_async(function: object) -> bool:
    """Return whether a function, a `functools.partial` or an object that can be called is `async`."""
    if isinstance(function, partial):
        return is_async(function.func)
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


def _takes_positional(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function can be called with `count` positional arguments; True if its parameters are unknown."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True
