import "server-only";

import type { LineDecision } from "@/lib/dataset/schema";
import { canonicalTime, type RecordReason } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

/** The unit of a draft or judgement, as columns. */
export interface AboutRow {
  task: string;
  target: "item" | "overall" | "preference";
  response: string | null;
  responseB: string | null;
  item: string | null;
}

export const ABOUT = `t."key" AS "task", x."target", a."key" AS "response", b."key" AS "responseB", i."key" AS "item"`;
export const ABOUT_JOINS = `
     JOIN "Task" AS t ON t."id" = x."taskId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     LEFT JOIN "Response" AS a ON a."id" = x."responseId"
     LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"`;

export function aboutOf({ task, target, response, responseB, item }: AboutRow) {
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

export interface LineRow {
  draft: number | null;
  draftText: string | null;
  action: LineDecision["action"];
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  metadata: JsonObject;
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
