import { expect, test } from "vitest";
import { paceOf } from "./pay";

const WORK = { submitted: 8, activeMs: 8 * 450_000 };

test("a rate per submission comes to a rate per hour by the active work", () => {
  // 8 submissions of 7.5 minutes are an hour.
  expect(paceOf({ per: "assignment", micros: 500_000 }, WORK)).toEqual({
    costOfOne: { value: 500_000, reason: null },
    activeMsOfOne: { value: 450_000, reason: null },
    costOfHour: { value: 4_000_000, reason: null },
  });
  // As the paper's annotators: 2.5 for a submission of 5 minutes are 30 an hour.
  const paid = paceOf({ per: "assignment", micros: 2_500_000 }, { submitted: 2, activeMs: 600_000 });
  expect(paid.costOfHour.value).toBe(30_000_000);
});

test("a rate per hour comes to a cost per submission", () => {
  const { costOfOne, costOfHour } = paceOf({ per: "hour", micros: 16_000_000 }, WORK);
  expect(costOfOne.value).toBe(2_000_000);
  expect(costOfHour.value).toBe(16_000_000);
});

test("without pay, submissions or recorded work there is a reason instead", () => {
  const nothing = { submitted: 0, activeMs: 0 };
  const untimed = { submitted: 3, activeMs: 0 };
  const reasons = (...given: Parameters<typeof paceOf>) =>
    Object.values(paceOf(...given)).map(({ value, reason }) => value ?? reason);
  const [none, early, unrecorded] = [
    "no rate is set",
    "nothing was submitted yet",
    "no active work was recorded in the submissions",
  ];
  expect(reasons(null, WORK)).toEqual([none, 450_000, none]);
  expect(reasons(null, nothing)).toEqual([none, early, none]);
  expect(reasons({ per: "assignment", micros: 100 }, nothing)).toEqual([early, early, early]);
  expect(reasons({ per: "assignment", micros: 100 }, untimed)).toEqual([100, unrecorded, unrecorded]);
  expect(reasons({ per: "hour", micros: 100 }, untimed)).toEqual([unrecorded, unrecorded, 100]);
});
