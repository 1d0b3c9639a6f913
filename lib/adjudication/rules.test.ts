import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Vote } from "@/lib/judgement/schema/votes";
import {
  agreementOf,
  contestReasons,
  countsOf,
  DEFAULT_RULE,
  inCaseOrder,
  inWords,
  isOnCaseScale,
  isTied,
  previewOf,
  shareOut,
} from "./rules";
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
  "every vote is counted once, and a tie has no leading value",
  (given) => {
    const counts = countsOf(votes(...given));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
    const most = Math.max(0, ...counts.map(({ count }) => count));
    expect(isTied(votes(...given))).toBe(counts.filter(({ count }) => count === most).length > 1);
  },
);

test("a unit with one vote is contested only if flagged", () => {
  expect(contestReasons(votes("yes"), DEFAULT_RULE)).toEqual([]);
  expect(contestReasons([{ rater: "A", value: "yes", flagged: true }], DEFAULT_RULE)).toEqual(["flagged"]);
});

test("a unit exactly at the threshold is not contested", () => {
  const rule = { below: 1 / 3, tolerance: 0, tied: false, flagged: false };
  expect(contestReasons(votes("yes", "yes", "no"), rule)).toEqual([]);
  expect(contestReasons(votes("yes", "no"), rule)).toEqual(["disagreement"]);
});

test.prop([fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 12 })])(
  "a preview counts the units that would be cases, each once",
  (units) => {
    const voted = units.map((given, n) => ({
      ...{ taskId: "t", responseId: `r${n}`, responseBId: null, itemId: null, question: null },
      votes: votes(...given),
    }));
    const preview = previewOf(voted, DEFAULT_RULE);
    const cases = voted.filter((unit) => contestReasons(unit.votes, DEFAULT_RULE).length > 0);
    expect(preview.cases).toBe(cases.length);
    expect(preview.compared).toBe(units.filter((given) => given.length > 1).length);
    for (const count of Object.values(preview.reasons)) expect(count).toBeLessThanOrEqual(preview.cases);
  },
);

test("a rule of contested units selects something, and survives a URL", () => {
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

test("labels agree when the whole sets are equal", () => {
  const sets: Vote[] = [["Tone"], ["Tone", "Length"], ["Tone"], []].map((value, n) => ({
    rater: `A${n}`,
    value,
  }));
  expect(agreementOf(sets, 0)).toBe(1 / 6);
  expect(countsOf(sets).map(({ value, count }) => [inWords(value), count])).toEqual([
    ["Tone", 2],
    ["Tone, Length", 1],
    ["none of them", 1],
  ]);
  expect(isTied(sets)).toBe(false);
  expect(isTied(sets.slice(0, 2))).toBe(true);
});

test("a case is decided with a value that its question allows", () => {
  const labels = {
    type: "labels",
    labels: ["Tone", "Length"].map((name) => ({ name })),
    several: true,
    none: false,
  } as const;
  expect(isOnCaseScale(labels, ["Length", "Tone"])).toBe(true);
  expect(inCaseOrder(labels, ["Length", "Tone"])).toEqual(["Tone", "Length"]);
  expect([["Mood"], ["Tone", "Tone"], [], "Tone"].some((value) => isOnCaseScale(labels, value as "A"))).toBe(
    false,
  );
  expect(isOnCaseScale({ ...labels, several: false }, ["Tone", "Length"])).toBe(false);
  expect(isOnCaseScale({ ...labels, none: true }, [])).toBe(true);
  expect(isOnCaseScale({ type: "five-point" }, 3)).toBe(true);
  expect(isOnCaseScale({ type: "five-point" }, "A")).toBe(false);
  expect(isOnCaseScale({ type: "forced-choice" }, "A")).toBe(true);
  expect(isOnCaseScale({ type: "forced-choice" }, "tie")).toBe(false);
  expect(isOnCaseScale({ type: "yesno" }, ["yes"])).toBe(false);
});

test.prop([
  fc.uniqueArray(fc.uuid(), { maxLength: 30 }),
  fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }),
])("whole cases are assigned in blocks to the least loaded adjudicators", (cases, loads) => {
  const people = loads.map((assigned, n) => ({ id: `p${n}`, assigned }));
  const shares = shareOut(cases, people);
  expect([...shares.keys()]).toEqual(cases);
  const after = people.map(({ id, assigned }) => ({
    assigned,
    more: [...shares.values()].filter((owner) => owner === id).length,
  }));
  // An adjudicator who got a case has at most one more than any other.
  for (const { assigned, more } of after)
    if (more > 0)
      for (const other of after) expect(assigned + more).toBeLessThanOrEqual(other.assigned + other.more + 1);
  const owners = [...shares.values()];
  expect(owners.filter((owner, n) => n > 0 && owner !== owners[n - 1]).length + 1).toBeLessThanOrEqual(
    Math.max(1, new Set(owners).size),
  );
});

test("without adjudicators, cases are assigned to no one", () => {
  expect(shareOut(["c"], []).size).toBe(0);
});
