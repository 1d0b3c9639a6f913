import { z } from "zod";
import type { SideOrder } from "@/lib/dataset/schema";
import { responseOf, undecided } from "@/lib/drafting/rules/method";
import type { DraftedValue, DraftInput, ParsedCall } from "@/lib/drafting/schema";

/** Parameter of methods that compare two responses: whether the sides are swapped in a second call. */
export const bothOrders = {
  swap: z.boolean().default(true).meta({
    title: "Both orders",
    description: "Two calls with the sides exchanged; when they disagree, the draft is a tie and says so.",
  }),
};

export function ordersOf({ swap }: { swap: boolean }): readonly SideOrder[] {
  return swap ? ["AB", "BA"] : ["AB"];
}

/** The slots of two responses in this order: the first one is called A. */
export function sidesOf(input: DraftInput, order: SideOrder, label = "RESPONSE") {
  const [first, second] = order === "AB" ? [0, 1] : [1, 0];
  return { a: responseOf(input, first, `${label} A`), b: responseOf(input, second, `${label} B`) };
}

/** A preference from one call, or from one in each order: if they disagree it is a tie, and flagged. */
export function inBothOrders<T>(
  calls: readonly ParsedCall[],
  mapped: (answer: T, order: SideOrder) => "A" | "B" | "tie",
): DraftedValue {
  const failed = calls.find((made) => !made.outcome.ok);
  if (failed || calls.length === 0) {
    return { target: "preference", value: null, undecided: undecided(failed?.outcome), lines: [], flags: [] };
  }
  const votes = calls.map(({ plan, outcome }) => mapped((outcome as { value: T }).value, plan.order ?? "AB"));
  const lines = calls.flatMap(({ outcome }) =>
    outcome.ok && outcome.rationale !== "" ? [outcome.rationale] : [],
  );
  const agreed = new Set(votes).size === 1;
  const [only] = calls.length === 1 ? calls : [];
  return {
    target: "preference",
    value: agreed ? (votes[0] as "A" | "B" | "tie") : "tie",
    lines,
    votes,
    ...(only?.plan.order && { order: only.plan.order }),
    flags: agreed ? [] : ["position_inconsistent"],
  };
}
