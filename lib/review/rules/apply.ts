import { effect } from "@/lib/review/rules/effects";
import { objection } from "@/lib/review/rules/objections";
import { undoneBy } from "@/lib/review/rules/undo";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** Most operations of one assignment. */
const MAX_OPS = 20_000;

export type Refused = { refused: OpRefusal };

const refuse = (code: OpRefusal): Refused => ({ refused: code });

export function isRefused(outcome: ReviewDocument | Refused): outcome is Refused {
  return "refused" in outcome;
}

/** The document before the first operation. */
export function emptyDocument(): ReviewDocument {
  return {
    ops: [],
    items: {},
    added: {},
    score: null,
    shownSteps: [],
    asks: {},
    note: "",
    flags: {},
    times: {},
  };
}

/**
 * The document after one more operation, or why the operation does not fit. Runs in the browser and on the
 * server. An operation that the document already contains changes nothing.
 */
export function apply(frame: ReviewFrame, document: ReviewDocument, op: Op): ReviewDocument | Refused {
  if (document.ops.some((known) => known.op === op.op)) return document;
  const refused = document.ops.length >= MAX_OPS ? "too-many" : objection(frame, document, op);
  if (refused) return refuse(refused);
  return op.type === "undo"
    ? fold(frame, [...document.ops, op])
    : { ...effect(frame, document, op), ops: [...document.ops, op] };
}

/**
 * The document that recorded operations produce. They were checked when recorded, and each sets only what it
 * names, so any subset is a document. Undo is therefore exact: the fold without the undone operations.
 */
export function fold(frame: ReviewFrame, ops: readonly Op[]): ReviewDocument {
  const first = new Map<string, Op>();
  for (const op of ops) if (!first.has(op.op)) first.set(op.op, op);
  const once = [...first.values()];
  const undone = undoneBy(once);
  let document = emptyDocument();
  for (const op of once) if (!undone.has(op.op)) document = effect(frame, document, op);
  return { ...document, ops: once };
}
