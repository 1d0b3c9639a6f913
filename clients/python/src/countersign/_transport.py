"""Requests over HTTP: the token, refusals as exceptions, waiting when the server is busy."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Union
from urllib.parse import quote, urlsplit

import httpx

from .errors import Refused, RecordsUnfit, Unreachable

Content = Union[bytes, Iterable[bytes]]
"""The body of an upload."""

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
BUSY = {429, 503}
"""Statuses with which the server says that nothing was done and when to ask again."""


def quoted(segment: str) -> str:
    """A value as one segment of a path."""
    return quote(str(segment), safe="")


class Transport:
    """One server, called with one token."""

    def __init__(self, url: str, token: str, *, timeout: float, patience: float) -> None:
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
            raise ValueError("a token goes only over https://, or to this machine")
        self._patience = patience
        self._http = httpx.Client(
            base_url=f"{parts.scheme}://{parts.netloc}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout,
            follow_redirects=False,
        )

    def close(self) -> None:
        self._http.close()

    def read_json(self, method: str, path: str, **sent: Any) -> Any:
        return self._answer(method, path, **sent).json()

    def read_bytes(self, method: str, path: str, **sent: Any) -> bytes:
        return self._answer(method, path, **sent).content

    def read_either(self, method: str, path: str, **sent: Any) -> Any:
        """JSON as its value, every other type as bytes."""
        response = self._answer(method, path, **sent)
        kind = response.headers.get("content-type", "")
        return response.json() if kind.startswith("application/json") else response.content

    @contextmanager
    def stream(self, method: str, path: str, **sent: Any) -> Iterator[Iterator[bytes]]:
        """The bytes of an answer as they come, for files that are larger than memory."""
        with self._sent(method, path, **sent) as response:
            yield _pieces(response)

    def _answer(self, method: str, path: str, **sent: Any) -> httpx.Response:
        with self._sent(method, path, **sent) as response:
            try:
                response.read()
            except httpx.HTTPError as error:
                raise Unreachable(f"the answer broke off: {error}") from error
            return response

    @contextmanager
    def _sent(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: Content | None = None,
    ) -> Iterator[httpx.Response]:
        params = {name: value for name, value in (query or {}).items() if value is not None}
        headers, data = _body_of(body, content)
        ends = time.monotonic() + self._patience
        while True:
            request = self._http.build_request(method, path, params=params, content=data, headers=headers)
            try:
                response = self._http.send(request, stream=True)
            except httpx.HTTPError as error:
                raise Unreachable(f"{self._http.base_url} cannot be reached: {error}") from error
            pause = float(response.headers.get("retry-after", 1))
            can_send_again = data is None or isinstance(data, bytes)
            if response.status_code in BUSY and can_send_again and time.monotonic() + pause < ends:
                response.close()
                time.sleep(pause)
                continue
            break
        try:
            if not response.is_success:
                raise _refusal(response)
            yield response
        finally:
            response.close()


def _body_of(body: Any, content: Content | None) -> tuple[dict[str, str], Content | None]:
    if content is not None:
        return {"Content-Type": "application/octet-stream"}, content
    if body is None:
        return {"Content-Type": "application/json"}, None
    text = json.dumps(body, ensure_ascii=False, allow_nan=False)
    return {"Content-Type": "application/json"}, text.encode()


def _pieces(response: httpx.Response) -> Iterator[bytes]:
    try:
        yield from response.iter_bytes()
    except httpx.HTTPError as error:
        raise Unreachable(f"the answer broke off: {error}") from error


def _refusal(response: httpx.Response) -> Refused:
    try:
        response.read()
        error = response.json()["error"]
        code, message, detail = error["code"], error["message"], error.get("detail")
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return Refused(response.status_code, "failed", f"the server answered {response.status_code}")
    for problem in error.get("problems") or []:
        message += f"\n{problem.get('field')}: {problem.get('message')}"
    kind = RecordsUnfit if code == "records-unfit" else Refused
    return kind(response.status_code, code, message, detail)
