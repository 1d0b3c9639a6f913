"use client";

import { useEffect, useState } from "react";
import type { RunPreview } from "@/lib/drafting/schema/runs";
import { type ApiError, callApi } from "@/lib/http/client";

/** Estimate of a run; the previous one stays while the next is loading. */
export interface RunPreviewState {
  answer: RunPreview | null;
  error: ApiError | null;
  state: "asking" | "known";
}

const DEBOUNCE_MS = 300;

/** Requests an estimate whenever the design changes. Null: the design is incomplete. */
export function usePreview(project: string, design: object | null): RunPreviewState {
  const [known, setKnown] = useState<Omit<RunPreviewState, "state"> & { question: string | null }>({
    answer: null,
    error: null,
    question: null,
  });
  const question = design && JSON.stringify(design);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const path = `/api/v1/projects/${project}/runs/preview`;
      const answer = await callApi<RunPreview>("POST", path, JSON.parse(question), { signal: stop.signal });
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
  }, [project, question]);
  const { answer, error } = known;
  return { answer, error, state: known.question === question ? "known" : "asking" };
}
