"""Functions of the compiled module refuse arguments of wrong types in one line."""

from __future__ import annotations

import functools
import re
from types import BuiltinFunctionType, ModuleType
from typing import Any, Callable

_REFUSED = re.compile(r"(\w+)\(\): incompatible (function|constructor) arguments")
_WORDS = (
    (r"typing\.SupportsFloat \| typing\.SupportsIndex", "float"),
    (r"typing\.SupportsInt \| typing\.SupportsIndex", "int"),
    (r"\b(novphy\._novphy|collections\.abc|typing)\.", ""),
    (r"\barg\d+: ", ""),
    (r"\b(self): \w+(, )?", ""),
)


def _kind(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value:
        return f"{type(value).__name__} of {type(value[0]).__name__}"
    return "None" if value is None else type(value).__name__


def _in_one_line(error: TypeError, place: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
    wanted = re.findall(r"^ {4}\d+\. (?:[\w.]+)?\((.*)\)(?: -> .*)?$", str(error), re.M)
    for found, word in _WORDS:
        wanted = [re.sub(found, word, each) for each in wanted]
    given = [_kind(each) for each in args] + [f"{name}: {_kind(value)}" for name, value in named.items()]
    return f"{place}: found ({', '.join(given)}), expected {' or '.join(f'({each})' for each in wanted)}"


def _guarded(function: Callable[..., Any], place: str, first: int) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except TypeError as error:
            if not _REFUSED.match(str(error)):
                raise
            text = _in_one_line(error, place, args[first:], named)
        raise TypeError(text)

    call.__qualname__ = place.removesuffix("()")
    return call


def guard(module: ModuleType) -> None:
    """Guards the functions of the module, of the modules in it, and of their classes."""
    for name, value in list(vars(module).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith(module.__name__):
            guard(value)
        elif isinstance(value, BuiltinFunctionType):
            setattr(module, name, _guarded(value, f"{name}()", 0))
        elif isinstance(value, type) and not issubclass(value, (BaseException, type)):
            for method, function in list(vars(value).items()):
                if type(function).__name__ == "instancemethod":
                    place = f"{name}()" if method == "__init__" else f"{name}.{method}()"
                    setattr(value, method, _guarded(function, place, 1))
