"""What is wrong with a data file, where, and what to do about it."""

from diadochi.catalogue import say


class DataError(Exception):
    def __init__(self, file: str, entry: str, message: str, advice: str) -> None:
        self.file = file
        self.entry = entry
        self.message = message
        self.advice = advice
        where = say("list.more", a=file, b=entry) if entry else file
        text = say("error.at", where=where, message=message, advice=advice)
        super().__init__(text.encode("utf-8", "backslashreplace").decode("utf-8"))

    def __reduce__(self) -> tuple[type["DataError"], tuple[str, str, str, str]]:
        """Also from another process."""
        return type(self), (self.file, self.entry, self.message, self.advice)


class RulingError(ValueError):
    """A ruling that cannot be chosen."""
