"""Functions whose keyword arguments are the settings of a command: jobs/setting.h describes them once for all."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any, Callable, Optional, Sequence, TypeVar

Rows = Sequence[tuple[str, str, str, str, list[str]]]
"""A row (name, kind, default, help, choices) for each setting, as the engine gives it."""
Function = TypeVar("Function", bound=Callable[..., Any])

_KINDS: dict[str, Any] = {
    "bool": bool, "int": int, "float": float, "int?": Optional[int], "float?": Optional[float], "str": str,
    "list": Sequence[str], "dict": dict,
}  # fmt: skip

_SHOWN_BY_EDITORS = "        **settings: the options of the command by keyword; help() and docs/reference/python.md list them."


def _default(kind: str, text: str) -> Any:
    if kind == "bool":
        return False
    if kind in ("int", "float"):
        return _KINDS[kind](text)
    if kind == "str":
        return text or None
    return tuple(text.split(",")) if kind == "list" and text else None


def _text(row: tuple[str, str, str, str, list[str]]) -> str:
    name, _, _, about, choices = row
    kinds = f" ({', '.join(choices)})" if choices else ""
    return textwrap.fill(f"{name}: {about}{kinds}.", 128, initial_indent=" " * 8, subsequent_indent=" " * 12, break_on_hyphens=False)


def with_settings(
    rows: Rows, options: Optional[type] = None, hidden: Sequence[str] = ()
) -> Callable[[Function], Function]:
    """Gives a function with `**settings` a signature that names them, and a docstring that describes them in place of the
    line that editors, which do not run this, show. Left out are settings that the function has as arguments of its own, and those that `hidden` names. The
    fields of `options`, a dataclass, are named in the signature, too."""

    def described(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        rest = [row for row in rows if row[0] not in signature.parameters and row[0] not in hidden]
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=_default(kind, text), annotation=_KINDS[kind])
            for name, kind, text, _, _ in rest
        ]
        if options is not None:
            fields = inspect.signature(options).parameters.values()
            named += [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in fields]
        function.__settings__ = [row[0] for row in rest]  # type: ignore[attr-defined]
        function.__signature__ = signature.replace(parameters=[*own, *named])  # type: ignore[attr-defined]
        function.__doc__ = (function.__doc__ or "").replace(_SHOWN_BY_EDITORS, "\n".join(map(_text, rest)))
        return function

    return described
