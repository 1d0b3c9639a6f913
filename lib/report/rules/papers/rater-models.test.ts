import { expect, test } from "vitest";
import { dawidSkene1979 } from "@/lib/agreement/testing/dawid-skene-1979";
import { isMissing } from "@/lib/report/rules/papers/registry";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

/** A criterion on so many points, on which people gave values to units. */
function scored(
  max: number,
  given: readonly { unit: number; rater: string; value: number }[],
  units: number,
): PaperLine[] {
  return [
    {
      ...{ type: "rubric", id: "fitness", task: null, kind: "criteria", origin: "human" },
      items: [{ id: "fit", text: "Fit for anaesthesia", scale: { type: "points", min: 1, max } }],
    },
    ...Array.from({ length: units }, (_, n): PaperLine[] => [
      { type: "task", id: `t${n}`, instruction: "Read the form." },
      { type: "response", id: `r${n}`, task: `t${n}`, text: "…" },
    ]).flat(),
    ...given.map(
      ({ unit, rater, value }, n): PaperLine => ({
        ...{ type: "judgement", id: `j${n}`, task: `t${unit}`, response: `r${unit}`, item: "fit" },
        ...{ rater, raterKind: "human", exposure: "none", value },
      }),
    ),
  ];
}

/** Dawid and Skene's anaesthetists: the first one's three opinions are three raters' here. */
function anaesthetists(): PaperLine[] {
  const opinions = new Map<number, number>();
  const given = dawidSkene1979.labels.map(({ unit, rater, label }) => {
    const nth = opinions.get(unit * 10 + rater) ?? 0;
    opinions.set(unit * 10 + rater, nth + 1);
    return { unit, rater: `${rater + 1}${"abc"[nth]}`, value: label + 1 };
  });
  return scored(4, given, dawidSkene1979.size.units);
}

async function tableOf(id: string, lines: readonly PaperLine[]) {
  const table = await paperResult("raters", id, lines);
  if (isMissing(table)) throw new Error(table.missing.join("; "));
  return table;
}

test.each(["dawid-skene", "mace"])(
  "%s says what it assumes, how it converged, and that it is no agreement",
  async (id) => {
    const { rows, notes } = await tableOf(id, anaesthetists());
    expect(rows.map(({ rater }) => rater)).toEqual(["1a", "1b", "1c", "2a", "3a", "4a", "5a"]);
    for (const { given, accuracy } of rows) {
      expect(given).toBe(45);
      expect(accuracy).toBeGreaterThan(0.5);
      expect(accuracy).toBeLessThan(1);
    }
    expect(notes).toContainEqual(expect.stringMatching(/^Assumes: /));
    expect(notes).toContainEqual(expect.stringContaining("replaces α"));
    expect(notes).toContainEqual(expect.stringMatching(/: converged after \d+ steps\.$/));
  },
);

test("soft labels of each unit sum to 1 in both models, and the errors of a rater for each true label", async () => {
  const sums = (rows: readonly Record<string, unknown>[], of: string, by: readonly string[]) => {
    const found = new Map<string, number>();
    for (const row of rows) {
      const key = by.map((name) => row[name]).join(" ");
      found.set(key, (found.get(key) ?? 0) + Number(row[of]));
    }
    return [...found.values()];
  };
  const soft = await paperRows("raters", "soft-labels", anaesthetists());
  expect(soft).toHaveLength(45 * 4);
  for (const model of ["dawidSkene", "mace"])
    for (const sum of sums(soft, model, ["subject"])) expect(sum).toBeCloseTo(1, 9);
  const errors = await paperRows("raters", "dawid-skene-errors", anaesthetists());
  expect(errors).toHaveLength(7 * 4 * 4);
  for (const sum of sums(errors, "share", ["rater", "truth"])) expect(sum).toBeCloseTo(1, 9);
});

test("severity, sources of variance and designs of the same scores", async () => {
  const rasch = await paperRows("raters", "rasch", anaesthetists());
  const severity = rasch.filter(({ facet }) => facet === "severity of a rater");
  expect(severity).toHaveLength(7);
  expect(severity.reduce((sum, { measure }) => sum + Number(measure), 0)).toBeCloseTo(0, 6);
  const variance = await paperRows("raters", "variance", anaesthetists());
  expect(variance.map(({ of }) => of)).toContain("units: what a study is after");
  const designs = await paperRows("raters", "generalisability", anaesthetists());
  const relative = designs.map((row) => Number(row.relative));
  expect(relative.length).toBeGreaterThan(2);
  expect(relative).toEqual([...relative].sort((a, b) => a - b));
});

test("where persons are not connected by common units, or none is complete, the reason stands in place of a table", async () => {
  const apart = scored(
    3,
    [0, 1, 2, 3].flatMap((unit) =>
      ["a", "b"].map((name, n) => ({
        unit,
        rater: `${name}${unit < 2 ? 1 : 2}`,
        value: 1 + ((unit + n) % 3),
      })),
    ),
    4,
  );
  for (const id of ["rasch", "variance", "generalisability"])
    expect(await paperResult("raters", id, apart), id).toMatchObject({
      missing: [expect.stringMatching(/same units: /)],
    });
  // Every unit has two ratings; only no unit has those of all four raters.
  expect(await paperResult("raters", "variance", apart)).toMatchObject({
    missing: [expect.stringContaining("units differ in who rated them")],
  });
});

test("a rater is right by the labels that their units have", async () => {
  // All are always right; c and d have only units whose label is 1 or 2.
  const given = Array.from({ length: 24 }, (_, unit) => {
    const raters = unit % 4 < 2 ? ["a", "b", "c", "d"] : ["a", "b"];
    return raters.map((rater) => ({ unit, rater, value: 1 + (unit % 4) }));
  }).flat();
  const { rows } = await tableOf("dawid-skene", scored(4, given, 24));
  expect(rows.map(({ rater, accuracy }) => [rater, accuracy])).toEqual([
    ["a", 1],
    ["b", 1],
    ["c", 1],
    ["d", 1],
  ]);
});

test("one person's values, and more than a page takes, have no model", async () => {
  const alone = scored(5, [{ unit: 0, rater: "a", value: 3 }], 1);
  expect(await paperResult("raters", "mace", alone)).toMatchObject({
    missing: [expect.stringContaining("two people")],
  });
  const many = Array.from({ length: 20_002 }, (_, n) => ({
    ...{ unit: n >> 1, rater: n % 2 ? "a" : "b", value: 1 + (n % 5) },
  }));
  expect(await paperResult("raters", "mace", scored(5, many, 10_001))).toMatchObject({
    missing: [expect.stringContaining("countersign raters")],
  });
});
