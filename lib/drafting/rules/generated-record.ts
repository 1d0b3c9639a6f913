import type { ResponseRecord } from "@/lib/dataset/schema";
import type { GeneratedText, StopReason } from "@/lib/drafting/schema";

interface GeneratedBy {
  /** Its id in the file. */
  id: string;
  task: string;
  model: string;
  method: string;
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
  { id, task, model, method, stopped, also = {} }: GeneratedBy,
): ResponseRecord {
  return {
    type: "response",
    id,
    task,
    model,
    text,
    metadata: {
      ...also,
      ...{ method, role, iteration, sample, isFinal },
      ...(temperature !== null && { temperature }),
      ...(passed && passed.answered > 0 && { passRate: passed.yes / passed.answered }),
      ...(stopped && isFinal && { stopped }),
      ...(typeof trace?.selfScore === "number" && { selfScore: trace.selfScore }),
    },
  };
}
