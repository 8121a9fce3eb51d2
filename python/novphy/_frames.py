"""Tables for pandas and polars, neither of which novphy needs."""

from __future__ import annotations

import importlib
from typing import Any, Mapping, Sequence, Tuple

Columns = Mapping[str, Tuple[str, Sequence[Any]]]
"""Kind and values of each column. The kinds are "text", "whole", "number" and "truth"; None is a value that is not known."""

_PANDAS = {"text": "string", "whole": "Int64", "number": "float64", "truth": "boolean"}
_POLARS = {"text": "String", "whole": "Int64", "number": "Float64", "truth": "Boolean"}


def needed(module: str, what: str, package: str) -> Any:
    """The module of an optional package. Raises ImportError, which says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs {module.partition('.')[0]}: pip install {package}") from error


def to_pandas(columns: Columns) -> Any:
    """The columns as a DataFrame of pandas."""
    pandas = needed("pandas", "to_pandas()", "pandas")
    return pandas.DataFrame({name: pandas.array(list(values), dtype=_PANDAS[kind]) for name, (kind, values) in columns.items()})


def to_polars(columns: Columns) -> Any:
    """The columns as a DataFrame of polars."""
    polars = needed("polars", "to_polars()", "polars")
    return polars.DataFrame(
        {name: list(values) for name, (_, values) in columns.items()},
        schema={name: getattr(polars, _POLARS[kind]) for name, (kind, _) in columns.items()},
    )
