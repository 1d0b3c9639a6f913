"use client";

import { useEffect, useState } from "react";
import type { RunPreview } from "@/lib/drafting/schema/runs";
import { type ApiError, callApi } from "@/lib/http/client";

/** The answer to a request that is repeated when its body changes; the previous one stays meanwhile. */
interface PreviewState<Value> {
  answer: Value | null;
  error: ApiError | null;
  state: "asking" | "known";
}

/** Estimate of a run; the previous one stays while the next is loading. */
export type RunPreviewState = PreviewState<RunPreview>;

const DEBOUNCE_MS = 300;

/** Requests an estimate whenever the design changes. Null: the design is incomplete. */
export function usePreview(project: string, design: object | null): RunPreviewState {
  return usePosted<RunPreview>(`/api/v1/projects/${project}/runs/preview`, design);
}

/** Posts the body whenever it changes, after a pause. Null: nothing is sent. */
export function usePosted<Value>(path: string, body: object | null): PreviewState<Value> {
  const [known, setKnown] = useState<
    Omit<PreviewState<Value>, "state"> & {
      question: string | null;
    }
  >({
    answer: null,
    error: null,
    question: null,
  });
  const question = body && JSON.stringify(body);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await callApi<Value>("POST", path, JSON.parse(question), { signal: stop.signal });
      if (stop.signal.aborted) return;
      setKnown(
        answer.ok
          ? { answer: answer.value, error: null, question }
          : { answer: null, error: answer.error, question },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, question]);
  const { answer, error } = known;
  return { answer, error, state: known.question === question ? "known" : "asking" };
}
