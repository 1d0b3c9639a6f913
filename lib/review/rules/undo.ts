import { touches } from "@/lib/review/rules/operation-conflicts";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";

/** Ids of undone operations. Undoing an undo is redo. */
export function undoneBy(ops: readonly Op[]): Set<string> {
  const places = new Map(ops.map(({ op }, place) => [op, place]));
  const undone = new Set<string>();
  for (const op of ops.toReversed()) {
    if (op.type !== "undo" || undone.has(op.op)) continue;
    // The operation that an undone one continues is undone too.
    for (let id: string | undefined = op.of; id !== undefined && !undone.has(id); ) {
      undone.add(id);
      id = continuedBy(ops, places, id);
    }
  }
  return undone;
}

/** The earlier operation that saved the beginning of the same text: it is undone with this one. */
function continuedBy(
  ops: readonly Op[],
  places: ReadonlyMap<string, number>,
  id: string,
): string | undefined {
  const place = places.get(id) ?? -1;
  const op = ops[place];
  if (!op || !("continues" in op) || op.continues === undefined) return undefined;
  const placeBefore = places.get(op.continues) ?? -1;
  const before = placeBefore < place ? ops[placeBefore] : undefined;
  if (before?.type !== op.type || touches(ops, before).join() !== touches(ops, op).join()) return undefined;
  return before.op;
}

/** The operation that undo would revert next. Never one from before a draft was revealed. */
export function undoable(document: ReviewDocument): Op | null {
  const last = lastInForce(document);
  return last?.type === "reveal" ? null : last;
}

/** True if the last operation revealed a draft, which cannot be undone. */
export function endsInReveal(document: ReviewDocument): boolean {
  return lastInForce(document)?.type === "reveal";
}

function lastInForce(document: ReviewDocument): Op | null {
  const undone = undoneBy(document.ops);
  return document.ops.findLast((op) => isGesture(op) && !undone.has(op.op)) ?? null;
}

/** The undo that redo would revert next. None after a new operation. */
export function redoable(document: ReviewDocument): Op | null {
  const sinceGesture = document.ops.slice(document.ops.findLastIndex(isGesture) + 1);
  if (!sinceGesture.some((op) => op.type === "undo")) return null;
  const undone = undoneBy(document.ops);
  const gestures = new Set(document.ops.filter(isGesture).map((op) => op.op));
  return (
    sinceGesture.findLast((op) => op.type === "undo" && gestures.has(op.of) && !undone.has(op.op)) ?? null
  );
}

const isGesture = (op: Op) => op.type !== "undo" && op.type !== "time";
