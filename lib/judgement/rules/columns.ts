import { targetOfItem } from "@/lib/judgement/rules/target";
import type { Action } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE, type Target } from "@/lib/judgement/schema/units";

/** The unit of a new judgement or draft: a response, one of its items, or a pair. */
export interface TargetColumns {
  target: Target;
  responseId: string | null;
  responseBId?: string | null;
  itemId?: string;
  itemVersionId?: string | null;
}

/** The unit of a value for `item`, given for these responses; `itemOf` looks up the ids of a rubric's item. */
export function targetColumns(
  item: string,
  { responseId, responseBId }: { responseId: string | null; responseBId: string | null },
  itemOf: (item: string) => { itemId: string; itemVersionId: string | null },
): TargetColumns {
  const target = targetOfItem(item);
  if (target === PREFERENCE) return { target, responseId, responseBId };
  if (target === OVERALL) return { target, responseId };
  return { target, responseId, ...itemOf(item) };
}

type Reason = string | { code: string; note?: string | null | undefined } | null | undefined;

/** A reason as free text is a note without a code. */
export function reasonColumns(reason: Reason): { reasonCode: string | null; reasonNote: string | null } {
  if (typeof reason === "string") return { reasonCode: null, reasonNote: reason };
  return { reasonCode: reason?.code ?? null, reasonNote: reason?.note ?? null };
}

interface Decided {
  action: Action;
  text?: string | null | undefined;
  reason?: Reason;
  bulk?: boolean | undefined;
}

/** The columns that decisions on items and on lines have in common. */
export function decisionColumns({ action, text, reason, bulk }: Decided) {
  return { action, text, ...reasonColumns(reason), bulk: bulk === true };
}
