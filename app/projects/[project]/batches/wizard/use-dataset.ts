"use client";

import { useEffect, useState } from "react";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { DesignQuestion } from "@/lib/batch/schema";
import type { DesignAnswer } from "@/lib/batch/schema/design";
import { callApi } from "@/lib/http/client";

/** What is known of the dataset for the design as it is; the answer before stays while the next is on its way. */
export type DesignPreview = { answer: DesignAnswer | null; state: "asking" | "known" | "failed" };

const SETTLE_MS = 250;

/** Asks what the dataset has for the design, whenever what it depends on has changed. */
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
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question]);
  return known.question === question ? known : { answer: known.answer, state: "asking" };
}
