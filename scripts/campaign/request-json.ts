import { setTimeout as pause } from "node:timers/promises";

interface JsonResponse {
  ok: boolean;
  status: number;
  value: unknown;
}

/**
 * The JSON answered to a request; null if it was cut off or did not arrive in time. The time limit does not depend on
 * `fetch`, which can wait for ever on a connection whose server was killed.
 */
export async function requestJson(
  url: string,
  init: RequestInit,
  milliseconds: number,
): Promise<JsonResponse | null> {
  const stop = new AbortController();
  const answered = fetch(url, { ...init, signal: stop.signal })
    .then(async (response) => ({ ok: response.ok, status: response.status, value: await response.json() }))
    .catch(() => null);
  const answer = await Promise.race([
    answered,
    pause(milliseconds, null, { signal: stop.signal }).catch(() => null),
  ]);
  stop.abort();
  return answer;
}
