import { expect, test } from "vitest";
import { judgedScales } from "@/lib/judge/rules/figures";
import { peoplesKappa } from "@/lib/judge/rules/peoples-kappa";
import type { Value } from "@/lib/judgement/schema";

/** A unit of a task of its own with the values of several people, in order; null where one gave none. */
let made = 0;
const unit = (...values: (Value | null)[]) => ({
  taskId: `t${made++}`,
  people: values.flatMap((value, n) => (value === null ? [] : [{ rater: `A${n}`, value, explanation: "" }])),
});

test("people's κ is the mean of each person's κ with the others", () => {
  // A0 and A1 agree on 3 of 4, half of it by chance: κ = (3/4 − 1/2) / (1 − 1/2), the same from both sides.
  const two = [unit("yes", "yes"), unit("yes", "no"), unit("no", "no"), unit("no", "no")];
  expect(peoplesKappa("item", two)).toMatchObject({ value: expect.closeTo(0.5), people: 2 });
  // Where the others are split there is no label: A1 is left with one unit, on which nothing varies.
  const three = [unit("yes", "yes", "no"), unit("yes", "no", "no"), unit("no", "no", "no")];
  expect(peoplesKappa("item", three)).toMatchObject({ value: expect.closeTo(0), people: 2 });
});

test("people's κ has an interval over tasks, from five of them on", () => {
  const agreed = Array.from({ length: 12 }, (_, n) => unit(n % 2 ? "yes" : "no", n % 2 ? "yes" : "no"));
  const divided = [unit("yes", "no"), unit("no", "yes"), unit("yes", "no")];
  const found = peoplesKappa("item", [...agreed, ...divided]);
  expect(found?.low).toBeLessThan(found?.value ?? 0);
  expect(found?.high).toBeGreaterThan(found?.value ?? 0);
  // The same judgements, but all of them on two tasks.
  const clustered = [...agreed, ...divided].map((one, n) => ({ ...one, taskId: `t${n % 2}` }));
  expect(peoplesKappa("item", clustered)).toMatchObject({ value: found?.value, low: null, high: null });
});

test("scores one point apart count for more than those four points apart", () => {
  const near = [unit(1, 2), unit(5, 4), unit(3, 3), unit(2, 1)];
  const far = [unit(1, 5), unit(5, 1), unit(3, 3), unit(2, 1)];
  expect(peoplesKappa("response", near)?.value).toBeGreaterThan(peoplesKappa("response", far)?.value ?? 1);
});

test("κ is undefined without shared units, or with constant values", () => {
  expect(peoplesKappa("item", [unit("yes", null), unit(null, "no")])).toBeNull();
  expect(peoplesKappa("item", [unit("yes", "yes"), unit("yes", "yes")])).toBeNull();
  expect(peoplesKappa("item", [])).toBeNull();
});

test("people's κ by criterion is over the scales that the judge has values on, and null over several", () => {
  const on = (max: number, ...values: number[]) => ({ ...unit(...values), range: { min: 1, max } });
  const known = [on(5, 1, 1), on(5, 5, 5), on(5, 3, 3)];
  const all = [...known, on(10, 1, 10), on(10, 10, 1)];
  expect(peoplesKappa("criterion", all, judgedScales(known.map((one) => ({ ...one, judge: 1 }))))).toEqual(
    peoplesKappa("criterion", known),
  );
  expect(peoplesKappa("criterion", known)?.value).toBe(1);
  expect(peoplesKappa("criterion", all)).toBeNull();
});
