import { type ApiResult, callApi, SIGNED_IN } from "@/lib/http/client";
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
