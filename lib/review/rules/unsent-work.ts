import { touches } from "@/lib/review/rules/operation-conflicts";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";

/** An annotator's entries: the texts, each in its last version, and the number of further choices. */
export type Entered = { texts: string[]; choices: number };

/** The annotator's entries in operations that were never sent. */
export function enteredIn(ops: readonly Op[]): Entered {
  const undone = new Set(ops.flatMap((op) => (op.type === "undo" ? [op.of] : [])));
  const texts = new Map<string, string>();
  const choices = new Set<string>();
  for (const op of ops) {
    // An undone text is listed all the same: it cannot be brought back elsewhere.
    const text = textOf(op).trim();
    for (const name of op.type === "undo" || op.type === "reveal" ? [] : touches(ops, op)) {
      if (text !== "") texts.set(name, text);
      else if (!undone.has(op.op)) choices.add(name);
    }
  }
  return {
    texts: [...new Set(texts.values())],
    choices: [...choices].filter((name) => !texts.has(name)).length,
  };
}

function textOf(op: Op): string {
  switch (op.type) {
    case "decide":
      return op.text ?? op.reason?.note ?? "";
    case "why":
      return op.reason?.note ?? "";
    case "ask":
      return typeof op.value === "string" ? op.value : "";
    case "add":
    case "note":
      return op.text;
    case "flag":
      return op.note ?? "";
    default:
      return "";
  }
}

/** States of an assignment that takes nothing: what is entered waits until it is open again, if it ever is. */
const TAKES_NOTHING: ReadonlySet<AssignmentView["state"]> = new Set(["submitted", "skipped", "expired"]);

/**
 * True if operations that are not on the server yet cannot be sent any more, or not as things are: the assignment
 * is not there, is submitted or skipped, its time ran out, or its batch has ended.
 */
export function cannotBeSent(view: Pick<AssignmentView, "state" | "batch"> | null): boolean {
  if (!view || TAKES_NOTHING.has(view.state)) return true;
  return view.batch.projectArchived || !["open", "paused"].includes(view.batch.state);
}
