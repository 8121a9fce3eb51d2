"""The package's exceptions."""


class InputError(ValueError):
    """Bad input: a broken file, a wrong name, a number out of range. The text names the place."""
