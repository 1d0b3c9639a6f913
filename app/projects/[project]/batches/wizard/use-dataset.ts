"use client";

import { useEffect, useState } from "react";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { DesignQuestion } from "@/lib/batch/schema";
import type { DesignAnswer } from "@/lib/batch/schema/design";
import { callApi } from "@/lib/http/client";

/** The dataset's answer to the current design; the previous one stays while the next is loading. */
type DesignPreview = { answer: DesignAnswer | null; state: "asking" | "known" | "failed" };

const DEBOUNCE_MS = 250;

/** Queries the dataset whenever a relevant part of the design changes. */
export function useDataset({ dataset, selection, seed, arms }: Draft, draft: string | null): DesignPreview {
  const [known, setKnown] = useState<DesignPreview & { question: string }>({
    answer: null,
    state: "asking",
    question: "",
  });
  const question = JSON.stringify({ dataset, draft, selection, seed, arms });
  useEffect(() => {
    const parsed = DesignQuestion.safeParse(JSON.parse(question));
    if (!parsed.success) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await callApi<DesignAnswer>("POST", "/api/v1/batches/subjects", parsed.data, {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setKnown((before) =>
        answer.ok
          ? { answer: answer.value, state: "known", question }
          : { ...before, state: "failed", question },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question]);
  return known.question === question ? known : { answer: known.answer, state: "asking" };
}
