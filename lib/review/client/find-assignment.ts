import { type ApiResult, callApi, SIGNED_IN } from "@/lib/http/client";
import { TRANSIENT_ERRORS } from "@/lib/review/client/save-requests";
import type { AssignmentView } from "@/lib/review/schema";

export const RETRY_MS = [1000, 2000, 4000, 8000, 15_000];

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      window.removeEventListener(SIGNED_IN, go);
      resolve();
    };
    const timer = setTimeout(go, ms * (0.5 + Math.random()));
    window.addEventListener("online", go);
    window.addEventListener(SIGNED_IN, go);
  });

/** Repeats a request until the server has decided, or `isOver`. */
export async function repeatUntilAnswered<Value>(
  request: () => Promise<ApiResult<Value>>,
  isOver: () => boolean,
): Promise<ApiResult<Value>> {
  for (let tries = 0; ; tries++) {
    const answer = await request();
    if (answer.ok || !TRANSIENT_ERRORS.has(answer.error.code) || isOver()) return answer;
    await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 15_000);
  }
}

/** Fetches an assignment as its page would receive it: revives dates from JSON. */
export async function findView(id: string, signal?: AbortSignal): Promise<ApiResult<AssignmentView>> {
  const found = await callApi<AssignmentView>("GET", `/api/v1/assignments/${id}`, undefined, { signal });
  if (!found.ok) return found;
  const { leaseUntil, submittedAt, undoUntil, savedAt, reopened, ...view } = found.value;
  const date = (text: Date | null) => text && new Date(text);
  const dates = {
    leaseUntil: date(leaseUntil),
    submittedAt: date(submittedAt),
    undoUntil: date(undoUntil),
    savedAt: date(savedAt),
  };
  return {
    ok: true,
    value: { ...view, ...dates, reopened: reopened && { ...reopened, at: new Date(reopened.at) } },
  };
}
