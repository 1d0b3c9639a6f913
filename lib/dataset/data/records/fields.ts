import "server-only";

import type { LineDecision } from "@/lib/dataset/schema";
import { canonicalTime, type RecordReason } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import type { LineRow } from "@/lib/judgement/data/records";
import type { JudgementUnit } from "@/lib/judgement/schema/row";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

export function aboutOf({ task, target, response, responseB, item }: JudgementUnit) {
  if (target === "preference" && response !== null && responseB !== null) {
    const pair: [string, string] = [response, responseB];
    return { task, item: PREFERENCE, pair };
  }
  return { task, item: target === "overall" ? OVERALL : (item ?? ""), response: response ?? undefined };
}

export function reasonOf({ reasonCode: code, reasonNote: note }: Pick<LineRow, "reasonCode" | "reasonNote">) {
  if (code === null) return note ?? undefined;
  return { code, note: note ?? undefined } satisfies RecordReason;
}

export function timeOf(moment: Date | null): string | undefined {
  return moment === null ? undefined : canonicalTime(moment);
}

export function unlessEmpty(metadata: JsonObject): JsonObject | undefined {
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

export function lineOf({ draft, draftText, action, text, bulk, metadata, ...why }: LineRow): LineDecision {
  return {
    draft: draft ?? undefined,
    draftText: draftText ?? undefined,
    action,
    text: text ?? undefined,
    reason: reasonOf(why),
    bulk: bulk || undefined,
    metadata: unlessEmpty(metadata),
  };
}
