import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dawidSkene1979 } from "@/lib/agreement/testing/dawid-skene-1979";
import { commandOutput } from "@/lib/cli/testing/command-output";

let folder: string;
let file: string;

/** Dawid and Skene's anaesthetists as a study: the first one's three opinions are three raters' here. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-raters-"));
  file = join(folder, "study.jsonl");
  const { units } = dawidSkene1979.size;
  const opinions = new Map<number, number>();
  const records = [
    { type: "study", version: 1, name: "Anaesthetists" },
    {
      ...{ type: "rubric", id: "fitness", task: null, kind: "criteria", origin: "human" },
      items: [{ id: "fit", text: "Fit for anaesthesia", scale: { type: "points", min: 1, max: 4 } }],
    },
    ...Array.from({ length: units }, (_, n) => [
      { type: "task", id: `t${n}`, instruction: "Read the form." },
      { type: "response", id: `r${n}`, task: `t${n}`, text: "…" },
    ]).flat(),
    ...dawidSkene1979.labels.map(({ unit, rater, label }, n) => {
      const nth = opinions.get(unit * 10 + rater) ?? 0;
      opinions.set(unit * 10 + rater, nth + 1);
      return {
        ...{ type: "judgement", id: `j${n}`, task: `t${unit}`, response: `r${unit}`, item: "fit" },
        ...{ rater: `${rater + 1}${"abc"[nth]}`, raterKind: "human", exposure: "none", value: label + 1 },
      };
    }),
  ];
  await writeFile(file, records.map((record) => JSON.stringify(record)).join("\n"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => commandOutput("raters", ...args);

test("Dawid and Skene's model names its assumption and source, and how it converged", async () => {
  const { code, stdout } = await run(file, "--model", "dawid-skene");
  expect(code).toBe(0);
  expect(stdout).toContain("err independently of each other");
  expect(stdout).toContain("Applied Statistics 28:20");
  expect(stdout).toMatch(/Converged after \d+ steps/);
  expect(stdout).toMatch(/^1a +45 +0\.\d{3}$/m);
});

test.each(["dawid-skene", "mace"])("soft labels of %s are a CSV with a row for each unit", async (model) => {
  const { stdout } = await run(file, "--model", model, "--soft-labels");
  const [header, ...rows] = stdout.trim().split("\r\n");
  expect(header).toBe('"item","subject","1","2","3","4"');
  expect(rows).toHaveLength(45);
  for (const row of rows) {
    const shares = row.replaceAll('"', "").split(",").slice(2).map(Number);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  }
});

test("severity and difficulty are printed by name, and unrounded for programs", async () => {
  const { stdout } = await run(file, "--model", "rasch", "--json");
  const found = JSON.parse(stdout);
  expect(found.hasConverged).toBe(true);
  expect(found.raters.map(({ rater }: { rater: string }) => rater)).toEqual([
    "1a",
    "1b",
    "1c",
    "2a",
    "3a",
    "4a",
    "5a",
  ]);
  expect(found.thresholds).toHaveLength(3);
  const severity = found.raters.reduce((sum: number, { measure }: { measure: number }) => sum + measure, 0);
  expect(severity).toBeCloseTo(0, 6);
  expect((await run(file, "--model", "rasch")).stdout).toContain("severity");
});

test("a study of variance plans designs", async () => {
  const { stdout } = await run(file, "--model", "generalisability", "--json");
  const { components, designs, leftOut } = JSON.parse(stdout);
  expect(components.unit).toBeGreaterThan(components.residual);
  expect(leftOut).toBe(0);
  const relative = designs.map((design: { relative: number }) => design.relative);
  expect(relative).toEqual([...relative].sort((a, b) => a - b));
});

test.each([
  [[], "name one study file"],
  [["--model", "guess"], "--model is one of dawid-skene, mace, rasch, generalisability"],
  [["--model", "rasch", "--soft-labels"], "--soft-labels is for dawid-skene and mace"],
  [["--model", "mace", "--item", "other"], '"other" has no values'],
])("refuses %j in one line", async (args, message) => {
  const { code, stderr } = await run(...(args.length === 0 ? [] : [file]), ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
