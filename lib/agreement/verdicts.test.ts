import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { accuracy, f1, precision, recall } from "./classification";
import { meanAbsoluteError, rootMeanSquaredError } from "./error";
import { cohenKappa } from "./kappa";
import { krippendorffAlpha } from "./krippendorff";
import { ratingsFromMatrix } from "./ratings";
import { NO_VERDICT, UNREAD, type Verdict } from "./verdict-table";
import { measureMacroVerdicts, measureVerdicts } from "./verdicts";

const strict = { unreadAgree: false };
const sides = { size: 3, numbers: null, tie: 1, level: "nominal" } as const;
const [B, TIE, A] = [0, 1, 2];
const pair = (gold: number, ...verdicts: [number, number]): Verdict => ({ gold, verdicts });

test("both orders of a pair weigh one half each, and an unreadable verdict counts as wrong", () => {
  const units = [
    pair(A, A, A),
    pair(A, A, B),
    pair(B, UNREAD, UNREAD),
    pair(B, B, UNREAD),
    pair(A, TIE, TIE),
  ];
  const found = measureVerdicts(units, sides, strict);
  expect(found.accuracy.value).toBeCloseTo((1 + 0.5 + 0 + 0.5 + 0) / 5);
  expect(found.accuracyTiesHalf.value).toBeCloseTo((1 + 0.5 + 0 + 0.5 + 0.5) / 5);
  expect(found.accuracyBoth.value).toBeCloseTo(1 / 5);
  expect(found.positionalAgreement.value).toBeCloseTo(2 / 5);
  expect(found.hedging.value).toBeCloseTo(2 / 7);
  expect(found.unparsed.value).toBeCloseTo(3 / 10);
  // The scripts released with LLMBar count two unreadable verdicts as the same.
  expect(measureVerdicts(units, sides, { unreadAgree: true }).positionalAgreement.value).toBeCloseTo(3 / 5);
});

test("without orders, agreement of both orders is undefined", () => {
  const found = measureVerdicts([pair(A, A, NO_VERDICT), pair(B, A, NO_VERDICT)], sides, strict);
  expect(found.accuracy.value).toBe(0.5);
  expect(found.accuracyBoth).toMatchObject({ value: null, reason: "no-common-units" });
  expect(found.positionalAgreement.value).toBeNull();
});

test("a macro average counts each part once, however large, and is undefined with one of its parts", () => {
  const units = [...Array.from({ length: 9 }, () => pair(A, A, NO_VERDICT)), pair(A, B, NO_VERDICT)];
  const parts = units.map((_, at) => [at < 9 ? 0 : 1]);
  expect(measureMacroVerdicts(units, parts, 2, sides, strict).accuracy.value).toBe(0.5);
  expect(measureMacroVerdicts(units, parts, 3, sides, strict).accuracy.value).toBeNull();
});

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
  minLength: 1,
  maxLength: 30,
});

property.prop([points])("with one verdict a unit they are the statistics of two raters", (rated) => {
  const ratings = ratingsFromMatrix([rated.map(([gold]) => gold), rated.map(([, own]) => own)], {
    categories: [0, 1, 2, 3, 4],
  });
  const units = rated.map(([gold, own]) => pair(gold, own, NO_VERDICT));
  const scale = { size: 5, numbers: [0, 1, 2, 3, 4], tie: null, level: "ordinal" } as const;
  const found = measureVerdicts(units, scale, strict);
  const labels = [...new Set(rated.flat())];
  const macro = { average: "macro", labels } as const;
  const expected = {
    accuracy: accuracy(ratings),
    f1Macro: f1(ratings, macro),
    precisionMacro: precision(ratings, macro),
    recallMacro: recall(ratings, macro),
    kappa: cohenKappa(ratings, "quadratic"),
    alpha: krippendorffAlpha(ratings, "ordinal"),
    mae: meanAbsoluteError(ratings),
    rmse: rootMeanSquaredError(ratings),
  };
  for (const [measure, { value }] of Object.entries(expected)) {
    const own = found[measure as keyof typeof expected].value;
    if (value === null) expect(own, measure).toBeNull();
    else expect(own, measure).toBeCloseTo(value, 9);
  }
});

property.prop([points, fc.integer()])("an interval does not depend on the order of units", (rated, seed) => {
  const units = rated.map(([gold, own]) => pair(gold, own, NO_VERDICT));
  const scale = { size: 5, numbers: [0, 1, 2, 3, 4], tie: null, level: "ordinal" } as const;
  const options = { replicates: 20, seed };
  const turned = measureVerdicts(units.toReversed(), scale, strict, options);
  expect(turned.accuracy).toEqual(measureVerdicts(units, scale, strict, options).accuracy);
});
