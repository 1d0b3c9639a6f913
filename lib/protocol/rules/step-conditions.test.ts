import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { brokenConditions, conditionsInWords } from "@/lib/protocol/rules/step-conditions";
import { stepInWords } from "@/lib/protocol/rules/wording";
import type { Step } from "@/lib/protocol/schema";

const { steps } = protocolOf("checklist-writing", DEFAULT_SETTINGS);
const [safe, sense, writing] = steps as [Step, Step, Step];

test("a checklist is written only if the instruction is safe and makes sense, as the protocol says", () => {
  expect(conditionsInWords(writing, steps)).toBe(
    "“Is the instruction safe to answer?” is answered “Yes” and “Does the instruction make sense?” is answered “Yes”",
  );
  expect(stepInWords(writing, steps)).toMatch(/^Writes the checklist from scratch\. Only if “.*”\.$/);
  expect(conditionsInWords(safe, steps)).toBeNull();
});

test("a condition is broken where no earlier step asks the question, or offers the answer", () => {
  expect(brokenConditions(writing, [safe, sense])).toEqual([]);
  expect(brokenConditions(writing, [sense])).toEqual([{ type: "ask", id: "safe", is: "yes" }]);
  const other = { ...writing, onlyIf: [{ type: "ask" as const, id: "safe", is: "maybe" }] };
  expect(brokenConditions(other, [safe, sense])).toEqual(other.onlyIf);
});
