"""What goes wrong when a server is called."""

from __future__ import annotations

from typing import Any


class CountersignError(Exception):
    """The base of every error of this package."""


class Unreachable(CountersignError):
    """The server could not be reached, or its answer broke off."""


class Refused(CountersignError):
    """The server refused a request.

    `code` is the stable word for programs, the message is for people, `detail` what a program needs beside.
    """

    def __init__(self, status: int, code: str, message: str, detail: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.detail = detail


class RecordsUnfit(Refused):
    """Records that a dataset cannot take. None of their request was added.

    `problems` names the first of them by line, place and reason; `total` is how many there are.
    """

    @property
    def problems(self) -> list[dict[str, Any]]:
        return list((self.detail or {}).get("problems", []))

    @property
    def total(self) -> int:
        return int((self.detail or {}).get("total", 0))

    def __str__(self) -> str:
        named = [f"line {one['line']}, {one['place']}: {one['reason']}" for one in self.problems[:5]]
        more = [f"… and {self.total - len(named)} more"] if self.total > len(named) else []
        return "\n".join([super().__str__(), *named, *more])


class Failed(CountersignError):
    """Something that was waited for came to a bad end."""
