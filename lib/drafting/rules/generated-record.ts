import type { ResponseRecord } from "@/lib/dataset/schema";
import type { GeneratedText, StopReason } from "@/lib/drafting/schema";
import type { Scores } from "@/lib/drafting/schema/generated";

/** Metadata of a response that say how it was generated, and are no scores. */
const GENERATION_FIELDS: ReadonlySet<string> = new Set([
  "run",
  "unit",
  "condition",
  "iteration",
  "sample",
  "temperature",
  "passRate",
  "selfScore",
]);

/** The external scores of a response: the numbers among its metadata. */
export function scoresIn(metadata: unknown): Scores {
  return Object.fromEntries(
    Object.entries((metadata ?? {}) as object).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && !GENERATION_FIELDS.has(entry[0]),
    ),
  );
}

interface GeneratedBy {
  /** Its id in the file. */
  id: string;
  task: string;
  model: string;
  method: string;
  /** As in `conditionOf`: version and parameters of the run. */
  condition: string;
  stopped: StopReason | null;
  /** External scores, and the ids of run and unit where there are any. */
  also?: Record<string, string | number>;
}

/** A generated response as a record of a study file: how it was made is in its metadata. */
export function responseRecord(
  {
    text,
    role,
    iteration,
    sample,
    temperature,
    isFinal,
    passed,
    trace,
  }: Omit<GeneratedText, "trace" | "flags"> & Partial<Pick<GeneratedText, "trace">>,
  { id, task, model, method, condition, stopped, also = {} }: GeneratedBy,
): ResponseRecord {
  return {
    type: "response",
    id,
    task,
    model,
    text,
    metadata: {
      ...also,
      ...{ method, condition, role, iteration, sample, isFinal },
      ...(temperature !== null && { temperature }),
      ...(passed && passed.answered > 0 && { passRate: passed.yes / passed.answered }),
      ...(stopped && isFinal && { stopped }),
      ...(typeof trace?.selfScore === "number" && { selfScore: trace.selfScore }),
    },
  };
}
