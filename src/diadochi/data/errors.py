"""What is wrong with a data file, where, and what to do about it."""


class DataError(Exception):
    def __init__(self, file: str, entry: str, message: str, advice: str) -> None:
        self.file = file
        self.entry = entry
        self.message = message
        self.advice = advice
        where = f"{file}, {entry}" if entry else file
        text = f"{where}: {message}. {advice}."
        super().__init__(text.encode("utf-8", "backslashreplace").decode("utf-8"))


class RulingError(ValueError):
    """A ruling that cannot be chosen."""
