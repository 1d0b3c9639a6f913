import { expect, test } from "vitest";
import { type BinaryUnit, correctedRate } from "./corrected-rate";

/** So many units of their own tasks for each cell: judge passed or failed, people passed, failed or were not asked. */
function units(
  cells: readonly (readonly [judge: boolean, human: boolean | null, n: number])[],
): BinaryUnit[] {
  const all = cells.flatMap(([judge, human, n]) => Array.from({ length: n }, () => ({ judge, human })));
  return all.map((unit, cluster) => ({ ...unit, cluster }));
}

test("corrects as Rogan and Gladen do", () => {
  // Of 1,000 the judge passes 620. TPR 90/100, TNR 85/100: (.62 + .85 − 1) / (.9 + .85 − 1) = .47 / .75.
  const found = correctedRate(
    units([
      [true, true, 90],
      [false, true, 10],
      [true, false, 15],
      [false, false, 85],
      [true, null, 515],
      [false, null, 285],
    ]),
  );
  expect([found.tpr, found.tnr]).toEqual([0.9, 0.85]);
  expect(found.rate.value).toBeCloseTo(0.47 / 0.75, 12);
  expect(found.isClipped).toBe(false);
});

test("its error follows the delta method, with labels apart from the other units", () => {
  // With very many judged units only TPR and TNR are uncertain: (p² TPR (1 − TPR) / n₁ + (1 − p)² TNR (1 − TNR) / n₀) / J².
  const found = correctedRate(
    units([
      [true, true, 80],
      [false, true, 20],
      [true, false, 10],
      [false, false, 90],
      [true, null, 50_000],
      [false, null, 50_000],
    ]),
  );
  const p = found.rate.value as number;
  const variance = (p * p * 0.8 * 0.2) / 100 + ((1 - p) ** 2 * 0.9 * 0.1) / 100;
  // Within the share of units that both parts have.
  expect(found.rate.error).toBeCloseTo(Math.sqrt(variance) / 0.7, 2);
});

test("says why there is no rate", () => {
  expect(correctedRate(units([[true, null, 10]])).rate.reason).toBe("no-ratings");
  expect(correctedRate(units([[true, true, 10]])).rate.reason).toBe("zero-denominator");
  const coin = units([
    [true, true, 5],
    [false, true, 5],
    [true, false, 5],
    [false, false, 5],
  ]);
  expect(correctedRate(coin).rate.reason).toBe("judge-at-chance");
});

test("a corrected rate outside of 0 and 1 is clipped and marked", () => {
  const found = correctedRate(
    units([
      [true, true, 9],
      [false, true, 1],
      [true, false, 5],
      [false, false, 5],
      [false, null, 200],
    ]),
  );
  expect(found.rate.value).toBe(0);
  expect(found.isClipped).toBe(true);
});
