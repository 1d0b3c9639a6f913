import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { outcomeOf, undecided } from "@/lib/drafting/rules/method";
import type { Choice } from "@/lib/drafting/rules/parse/chosen-output";
import type { DraftedValue, NoValueReason, ParsedCall, ParseResult } from "@/lib/drafting/schema";

/** The response that the output shown as (a) or (b) is, in an order. */
export function sideOf(choice: Choice, order: SideOrder): "A" | "B" {
  return (choice === "a") === (order === "AB") ? "A" : "B";
}

/** The label of one order as a draft of its own. */
function labelIn(order: SideOrder, parsed: ParseResult<Choice> | undefined): DraftedValue {
  const target = { target: "preference" as const, order };
  if (!parsed?.ok) return { ...target, value: null, undecided: undecided(parsed), lines: [], flags: [] };
  return {
    ...target,
    value: sideOf(parsed.value, order),
    lines: parsed.rationale === "" ? [] : [parsed.rationale],
    flags: parsed.flags,
  };
}

/** The labels of both orders, from the calls whose keys end in the order. They are flagged where they contradict. */
export function labelsOf(calls: readonly ParsedCall[], stage: string): DraftedValue[] {
  return withContradiction(
    SIDE_ORDERS.map((order) => labelIn(order, outcomeOf<Choice>(calls, orderKey(stage, order)))),
  );
}

export const orderKey = (stage: string, order: SideOrder) => `${stage}:${order}`;

export function withContradiction(labels: DraftedValue[]): DraftedValue[] {
  const [first, second] = labels;
  const isContradiction = first?.value != null && second?.value != null && first.value !== second.value;
  return isContradiction
    ? labels.map((label) => ({ ...label, flags: [...label.flags, "position_inconsistent"] }))
    : labels;
}

/** No label in either order, because an earlier stage failed. */
export function noLabels(why: NoValueReason): DraftedValue[] {
  return SIDE_ORDERS.map((order) => ({
    ...{ target: "preference" as const, order, value: null, undecided: why },
    ...{ lines: [], flags: [] },
  }));
}
