import { fc, test as propTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import {
  type ExamRule,
  isDoneWith,
  isPassed,
  neededOf,
  type QualificationProgress,
  qualificationStage,
} from "@/lib/quality/rules/qualification";

const exam: ExamRule = { subjects: 2, pass: 80, within: 0, attempts: 2, reveal: false };
const training = { subjects: 2 };
const begun: QualificationProgress = { qualified: false, trained: 0, examined: 0, results: [], granted: 0 };

describe("the pass rule", () => {
  test.each([
    [80, 10, 8],
    [80, 9, 8],
    [67, 3, 3],
    [66, 3, 2],
    [1, 5, 1],
    [100, 7, 7],
    // 0.07 × 100 is more than 7 in floating point.
    [7, 100, 7],
  ])("%i %% of %i takes %i", (pass, total, needed) => {
    expect(neededOf(total, { pass })).toBe(needed);
    expect(isPassed(needed, total, { pass })).toBe(true);
    expect(isPassed(needed - 1, total, { pass })).toBe(false);
  });

  propTest.prop([fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 500 }), fc.nat(500)])(
    "needs at least the given percentage, in whole units",
    (pass, total, right) => {
      expect(isPassed(right, total, { pass })).toBe(right * 100 >= pass * total);
    },
  );
});

describe("an annotator at the start", () => {
  const at = (
    change: Partial<QualificationProgress>,
    rule = { training, exam } as Parameters<typeof qualificationStage>[1],
  ) => qualificationStage({ ...begun, ...change }, rule);
  const failed = { passed: false };

  test("goes through training, then the exam, then to the work", () => {
    expect(at({})).toEqual({ at: "training", n: 1, of: 2 });
    expect(at({ trained: 1 })).toEqual({ at: "training", n: 2, of: 2 });
    expect(at({ trained: 2 })).toEqual({ at: "exam", n: 1, of: 2, attempt: 1, attempts: 2 });
    expect(at({ trained: 2, examined: 1 })).toMatchObject({ at: "exam", n: 2 });
    expect(at({ trained: 2, results: [{ passed: true }] })).toEqual({ at: "work", through: "exam" });
    expect(at({ trained: 2, results: [failed, { passed: true }] })).toEqual({ at: "work", through: "exam" });
  });

  test("tries as often as is allowed or granted, and has failed after that", () => {
    expect(at({ trained: 2, results: [failed] })).toMatchObject({
      at: "exam",
      n: 1,
      attempt: 2,
      attempts: 2,
    });
    expect(at({ trained: 2, results: [failed, failed] })).toEqual({ at: "failed" });
    expect(at({ trained: 2, results: [failed, failed], granted: 1 })).toMatchObject({
      at: "exam",
      attempt: 3,
      attempts: 3,
    });
    expect(at({ trained: 2, results: [failed, failed, failed], granted: 1 })).toEqual({ at: "failed" });
  });

  test("has only the stages that the batch requires", () => {
    expect(at({}, { training: null, exam })).toMatchObject({ at: "exam", n: 1 });
    expect(at({ trained: 2 }, { training, exam: null })).toEqual({ at: "work", through: "training" });
    expect(at({}, { training: null, exam: null })).toEqual({ at: "work", through: null });
  });

  test("works once qualified, whatever came before", () => {
    expect(at({ qualified: true })).toEqual({ at: "work", through: null });
    expect(at({ qualified: true, trained: 2, results: [failed, failed] })).toEqual({
      at: "work",
      through: null,
    });
  });

  test("does not fail an exam that has nothing left to compare with", () => {
    expect(at({ trained: 2, examined: 2 })).toEqual({ at: "work", through: "exam" });
  });

  test("has finished the exam when no subject of it remains", () => {
    expect(isDoneWith(at({}))).toBe(false);
    expect(isDoneWith(at({ trained: 2, results: [failed] }))).toBe(false);
    expect(isDoneWith(at({ trained: 2, results: [failed, failed] }))).toBe(true);
    expect(isDoneWith(at({ qualified: true }))).toBe(true);
  });
});
