import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { agreementOf, contestReasons, countsOf, DEFAULT_RULE, isTied, previewOf } from "./rules";
import { AdjudicationRule, RuleQuery } from "./schema";

type Given = "yes" | "no" | "na" | number;
const votes = (...values: Given[]) => values.map((value, n) => ({ rater: `A${n}`, value, flagged: false }));
const value = fc.constantFrom<Given>("yes", "no", "na");
const score = fc.integer({ min: 1, max: 5 });

describe("the share of agreeing pairs", () => {
  it.each([
    [votes("yes"), 0, null],
    [votes("yes", "yes"), 0, 1],
    [votes("yes", "no"), 0, 0],
    [votes("yes", "yes", "no"), 0, 1 / 3],
    [votes("yes", "na"), 5, 0],
    [votes(3, 4), 0, 0],
    [votes(3, 4), 1, 1],
    [votes(1, 2, 3), 1, 2 / 3],
  ])("%j within %d", (given, tolerance, expected) => {
    expect(agreementOf(given, tolerance)).toBe(expected);
  });

  test.prop([fc.array(score, { minLength: 2, maxLength: 8 }), fc.nat(4)])(
    "does not depend on the order of raters, and more tolerance never lowers it",
    (scores, tolerance) => {
      const agreement = agreementOf(votes(...scores), tolerance) ?? Number.NaN;
      expect(agreementOf(votes(...scores.toReversed()), tolerance)).toBe(agreement);
      expect(agreementOf(votes(...scores), tolerance + 1)).toBeGreaterThanOrEqual(agreement);
      expect(agreement).toBeGreaterThanOrEqual(0);
      expect(agreement).toBeLessThanOrEqual(1);
    },
  );
});

test.prop([fc.array(value, { maxLength: 9 })])(
  "every vote is in one count, and a tie has no single first",
  (given) => {
    const counts = countsOf(votes(...given));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
    const most = Math.max(0, ...counts.map(({ count }) => count));
    expect(isTied(votes(...given))).toBe(counts.filter(({ count }) => count === most).length > 1);
  },
);

test("one vote is never contested but by its flag", () => {
  expect(contestReasons(votes("yes"), DEFAULT_RULE)).toEqual([]);
  expect(contestReasons([{ rater: "A", value: "yes", flagged: true }], DEFAULT_RULE)).toEqual(["flagged"]);
});

test("a threshold leaves out what is at it", () => {
  const rule = { below: 1 / 3, tolerance: 0, tied: false, flagged: false };
  expect(contestReasons(votes("yes", "yes", "no"), rule)).toEqual([]);
  expect(contestReasons(votes("yes", "no"), rule)).toEqual(["disagreement"]);
});

test.prop([fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 12 })])(
  "a preview counts the units that would be cases, each once",
  (units) => {
    const voted = units.map((given, n) => ({
      task: "t",
      response: `r${n}`,
      item: null,
      votes: votes(...given),
    }));
    const preview = previewOf(voted, DEFAULT_RULE);
    const cases = voted.filter((unit) => contestReasons(unit.votes, DEFAULT_RULE).length > 0);
    expect(preview.cases).toBe(cases.length);
    expect(preview.compared).toBe(units.filter((given) => given.length > 1).length);
    for (const count of Object.values(preview.reasons)) expect(count).toBeLessThanOrEqual(preview.cases);
  },
);

test("a rule asks for something, and reads the same from an address", () => {
  expect(AdjudicationRule.safeParse({ below: null, tolerance: 0, tied: false, flagged: false }).success).toBe(
    false,
  );
  expect(RuleQuery.parse({ below: "0.5", tolerance: "1", tied: "true", flagged: "false" })).toEqual({
    below: 0.5,
    tolerance: 1,
    tied: true,
    flagged: false,
  });
  expect(RuleQuery.parse({ below: "", tolerance: "0", tied: "true", flagged: "false" }).below).toBeNull();
});
