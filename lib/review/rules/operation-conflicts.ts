import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { labelKey } from "@/lib/review/rules/selectors";
import type { Op, OpOf } from "@/lib/review/schema/operation";

/**
 * The names of what an operation sets; two operations conflict if they share a name. Others can be recorded
 * in either order. This is how two tabs are merged.
 */
export function touches(ops: readonly Op[], op: Op): string[] {
  switch (op.type) {
    case "decide":
      return [decisionName(op.target)];
    case "agree":
      return [...op.targets.map(decisionName), ...valueName(op)];
    case "add":
      return [JSON.stringify(["added", op.as])];
    case "answer":
      return [answerName(op.item)];
    case "prefer":
      return [answerName(PREFERENCE)];
    case "label":
      return [JSON.stringify(["answer", labelKey(op.question, op.item ?? null)])];
    case "why":
      return [JSON.stringify(["why", op.item])];
    case "ask":
      return [JSON.stringify(["ask", op.question])];
    case "flag":
      return [JSON.stringify(["flag", op.code])];
    case "score":
    case "note":
      return [op.type];
    case "reveal": {
      // Reveal fixes the own value: a tab that changes the value meanwhile is in conflict.
      const value = op.item === undefined ? [] : [answerName(op.item)];
      return [JSON.stringify(["reveal", op.step, op.item]), ...value];
    }
    case "time":
      return [];
    case "undo": {
      const of = ops.find((known) => known.op === op.of);
      return of ? touches(ops, of) : [];
    }
  }
}

/** True if two operations set the same to the same, so that it makes no difference which of them holds. */
export function isSameChange(one: Op, other: Op): boolean {
  return contentOf(one) === contentOf(other);
}

/** An operation without its id, its time and what it continues, with the keys of objects in order. */
function contentOf({ op: _, at: __, ...content }: Op): string {
  return JSON.stringify({ ...content, continues: undefined }, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

const decisionName = (target: OpOf<"decide">["target"]) =>
  JSON.stringify(["decision", target.item, "line" in target ? target.line : null]);

/** The fields that an agree operation sets besides decisions: the value, if it accepts one. */
function valueName({ item, value }: OpOf<"agree">): string[] {
  if (item === undefined || value === undefined) return [];
  return [answerName(item)];
}

/** The name of an item's value, whichever operation sets it; the overall score's is "score". */
const answerName = (item: string) => (item === OVERALL ? "score" : JSON.stringify(["answer", item]));
