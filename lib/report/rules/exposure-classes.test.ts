import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import type { Exposure } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { byClass, EXPOSURE_CASES, exposureCaseIn, rowsByClass, sameClasses } from "./exposure-classes";

const caseOf = (exposure: Exposure, initial?: number) =>
  exposureCaseIn({ exposure, initial, value: 1, lines: [] });

test("where nobody saw a draft, all values are independent and no class is computed twice", () => {
  const same = sameClasses([caseOf("none")]);
  expect(same).toEqual({
    independent: "independent",
    exposed: "exposed",
    unknown: "exposed",
    any: "independent",
  });
  const computed: string[] = [];
  const rows = rowsByClass(same, (exposure) => [{ exposure, n: computed.push(exposure) }]);
  expect(computed).toEqual(["independent", "exposed"]);
  expect(rows.map(({ exposure, n }) => [exposure, n])).toEqual(
    EXPOSURE_CLASSES.map((exposure) => [exposure, ["independent", "any"].includes(exposure) ? 1 : 2]),
  );
});

test("an own value before the draft keeps classes apart", () => {
  const same = sameClasses([caseOf("judge-then-reveal", 2)]);
  expect(byClass(same, (exposure) => exposure).map(([, first]) => first)).toEqual(
    EXPOSURE_CLASSES.map((exposure) => (exposure === "any" ? "exposed" : exposure)),
  );
});

test.prop([fc.array(fc.nat({ max: EXPOSURE_CASES.length - 1 }), { maxLength: 5 })])(
  "classes that are computed together take the same values",
  (cases) => {
    for (const [exposure, first] of Object.entries(sameClasses(cases)))
      for (const at of cases) {
        const { takes } = EXPOSURE_CASES[at] ?? { takes: null };
        expect(takes?.[exposure as keyof typeof takes]).toBe(takes?.[first]);
      }
  },
);
