import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { krippendorff2011 } from "@/lib/agreement/testing/published";
import { commandOutput } from "@/lib/cli/testing/command-output";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agreement-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const run = (...args: string[]) => commandOutput("agreement", ...args);

const rows = krippendorff2011.flatMap((row, r) =>
  row.map((value, u) => ({ unit: `u${u}`, rater: `r${r}`, value })),
);
const csv = [
  "unit,rater,value",
  ...rows.map(({ unit, rater, value }) => `${unit},${rater},${value ?? ""}`),
].join("\n");

describe("a file of ratings", () => {
  test("as long CSV rows, for programs", async () => {
    const path = await file("long.csv", `\uFEFF${csv}\n`);
    const { code, stdout } = await run(
      path,
      "--metric",
      "alpha",
      "--level",
      "ordinal",
      "--bootstrap",
      "200",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      metric: "alpha",
      level: "ordinal",
      value: expect.closeTo(108577 / 133160, 12),
      ci: [expect.any(Number), expect.any(Number)],
      reason: null,
      units: 11,
      raters: 4,
      pairable: 40,
      interval: { replicates: 200, seed: 42, drawn: 11 },
    });
  });

  test("without rulings of adjudicators, who saw the ratings", async () => {
    const voted = [
      { unit: "u1", rater: "A", value: "yes", rater_kind: "human" },
      { unit: "u1", rater: "B", value: "no", rater_kind: "human" },
      { unit: "u2", rater: "A", value: "yes", rater_kind: "human" },
      { unit: "u2", rater: "B", value: "yes", rater_kind: "human" },
      { unit: "u1", rater: "A", value: "no", rater_kind: "adjudicator" },
    ];
    const table = voted.map((row) => Object.values(row).join(","));
    const paths = [
      await file("voted.csv", ["unit,rater,value,rater_kind", ...table].join("\n")),
      await file("voted.jsonl", voted.map((row) => JSON.stringify(row)).join("\n")),
    ];
    for (const path of paths) {
      const { stdout } = await run(path, "--metric", "percent", "--json");
      expect(JSON.parse(stdout)).toMatchObject({ value: 0.5, raters: 2, pairable: 4 });
    }
  });

  test("as JSONL, as a JSON matrix and as a rater × unit table it is the same", async () => {
    const jsonl = rows.map((row) => JSON.stringify(row)).join("\n");
    const units = krippendorff2011[0]?.map((_, u) => `u${u}`).join(",");
    const table = [
      `rater,${units}`,
      ...krippendorff2011.map((row, r) => `r${r},${row.map((v) => v ?? "").join(",")}`),
    ];
    const answers = await Promise.all([
      run(await file("rows.jsonl", jsonl), "--json"),
      run(await file("matrix.json", JSON.stringify(krippendorff2011)), "--json"),
      run(await file("table.csv", table.join("\n")), "--matrix", "--json"),
    ]);
    for (const { stdout } of answers) expect(JSON.parse(stdout).value).toBeCloseTo(113 / 152, 12);
  });

  test("for people: a table with units and ratings of each number", async () => {
    const path = await file("people.csv", csv);
    const { stdout } = await run(path, "--metric", "alpha,pearson", "--metric", "ac1", "--bootstrap", "100");
    expect(stdout).toContain("nominal  0.7434");
    expect(stdout).toContain("compared: r0 and r1");
    expect(stdout).toContain("95 % interval from 100 replicates, seed 42");
    expect(stdout).toMatch(/so few units make the interval too narrow/);
  });

  test("with words, an order and named raters", async () => {
    const path = await file(
      "words.csv",
      "item,who,said\n1,A,low\n1,B,high\n2,A,mid\n2,B,mid\n3,B,low\n3,C,low\n",
    );
    const columns = ["--unit", "item", "--rater", "who", "--value", "said", "--json"];
    const kappa = await run(
      path,
      ...columns,
      "--metric",
      "cohen-linear",
      "--order",
      "low,mid,high",
      "--raters",
      "B,A",
    );
    expect(JSON.parse(kappa.stdout)).toMatchObject({ units: 2, between: ["B", "A"], level: null });
    const undefinedOne = await run(path, ...columns, "--metric", "pearson", "--raters", "B,C");
    expect(JSON.parse(undefinedOne.stdout)).toMatchObject({
      value: null,
      ci: null,
      reason: "non-numeric-values",
    });
  });

  test("every two raters, and without each in turn", async () => {
    const path = await file("raters.csv", csv);
    const matrix = JSON.parse((await run(path, "--pairwise", "--metric", "cohen", "--json")).stdout);
    expect(matrix.raters).toEqual(["r0", "r1", "r2", "r3"]);
    expect(matrix.matrix[0][1].value).toBeCloseTo(49 / 58, 12);
    const dropped = JSON.parse((await run(path, "--drop-one", "--json")).stdout);
    expect(dropped.raters).toHaveLength(4);
    expect(dropped.all.value).toBeCloseTo(113 / 152, 12);
    expect((await run(path, "--pairwise")).stdout).toContain("·");
    expect((await run(path, "--drop-one")).stdout).toContain("agrees with the rest");
  });

  test("with the reason beneath every number that is missing", async () => {
    const path = await file("same.csv", "unit,rater,value\n1,A,x\n1,B,x\n2,A,x\n2,C,x\n");
    expect((await run(path, "--pairwise")).stdout.split("\n")).toEqual([
      "alpha, nominal      A      B      C",
      "A                   ·  — (a)  — (a)",
      "B               — (a)      ·  — (b)",
      "C               — (a)  — (b)      ·",
      "(a) undefined: the ratings never vary",
      "(b) undefined: no unit has two ratings",
      "",
    ]);
    const { stdout } = await run(path, "--drop-one");
    expect(stdout).toMatch(/^alpha, nominal of all raters: — \(a\)\n.*\nA +— \(b\) +1\.0000\nB +— \(a\)/);
    expect(stdout).toMatch(
      /\(a\) undefined: the ratings never vary\n\(b\) undefined: no unit has two ratings\n$/,
    );
  });

  test("clusters and checklists", async () => {
    const text =
      "unit,rater,value,task\na,1,yes,t1\na,2,no,t1\nb,1,yes,t1\nb,2,yes,t1\nc,1,no,t2\nc,2,no,t2\n";
    const path = await file("tasks.csv", text);
    const clustered = await run(path, "--cluster", "task", "--bootstrap", "50", "--json");
    expect(JSON.parse(clustered.stdout).interval.drawn).toBe(2);
    expect(JSON.parse((await run(path, "--metric", "drfr", "--json")).stdout).value).toBeCloseTo(3 / 6, 12);
    expect(JSON.parse((await run(path, "--metric", "pass-rate", "--json")).stdout).value).toBeCloseTo(
      0.5,
      12,
    );
  });
});

describe("bad input is one line and exit code 2", () => {
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^countersign agreement: [^\n]+\n$/);
    return stderr;
  };

  test("files", async () => {
    expect(await refused()).toContain("name one file");
    expect(await refused(join(folder, "none.csv"))).toContain("there is no file");
    expect(await refused(folder)).toContain("is a folder");
    expect(await refused(await file("empty.csv", ""))).toContain("is empty");
    expect(await refused(await file("columns.csv", "a,b\n1,2\n"))).toContain(
      'no column "unit" (it has a, b)',
    );
    expect(await refused(await file("twice.csv", "unit,rater,value\n1,A,1\n1,A,2\n"))).toContain(
      "rated unit 1 more than once",
    );
    expect(await refused(await file("bad.jsonl", '{"unit":1}\n{'))).toContain("line 2: not JSON");
    expect(await refused(await file("field.jsonl", '{"unit":1}'))).toContain('no field "rater"');
    expect(await refused(await file("deep.json", "[[[1]]]"))).toContain("is not a value");
    expect(await refused("--batch", await file("bad.json", "{"))).toContain("is not JSON");
    expect(await refused("--batch", await file("shape.json", '{"datasets":{}}'))).toContain("vectors");
  });

  test("numbers that overflow or underflow", async () => {
    const rows = (value: string) => `unit,rater,value\n1,A,${value}\n1,B,3\n2,A,4\n2,B,5\n`;
    const message = "unit 1 has a value beyond 1e+60, too large to compute with";
    for (const value of ["1e308", "-1e61", "1e400"])
      expect(await refused(await file("huge.csv", rows(value)))).toContain(message);
    const ratings = { datasets: { d: { matrix: [[1e308], [-1e308]] } }, vectors: [] };
    expect(await refused("--batch", await file("huge.json", JSON.stringify(ratings)))).toContain("matrix");
  });

  test("options", async () => {
    const path = await file("fine.csv", csv);
    expect(await refused(path, "--metric", "kappa")).toContain('no metric "kappa"');
    expect(await refused(path, "--level", "cardinal")).toContain('no level "cardinal"');
    expect(await refused(path, "--unknown")).toContain("Unknown option");
    expect(await refused(path, "--bootstrap", "many")).toContain("whole number");
    expect(await refused(path, "--metric", "cohen", "--raters", "r0,nobody")).toContain('no rater "nobody"');
    expect(await refused(path, "--metric", "cohen", "--raters", "r0")).toContain("two names");
    expect(await refused(path, "--bootstrap", "9", "--confidence", "95")).toContain("between 0 and 1");
    expect(await refused(path, "--drop-one", "--metric", "pearson")).toContain("no meaning");
    expect(await refused(path, "--metric", "ac1", "--kalpha", "9")).toContain("alpha only");
    expect(await refused(path, "--metric", "drfr")).toContain("yes or no");
  });
});

test("a batch answers each request by name", async () => {
  const path = await file(
    "batch.json",
    JSON.stringify({
      datasets: {
        published: { matrix: krippendorff2011, categories: [1, 2, 3, 4, 5] },
        scores: {
          scores: [
            { human: [2, 5], llm: [1, 4] },
            { human: [4, 4], llm: [5, 3] },
          ],
        },
        lists: { items: [[true, false], [null]], weights: [[100, 50], [1]] },
        made: {
          generator: {
            units: 4,
            raters: 3,
            values: 2,
            firstValue: 1,
            missingRate: 0,
            accuracy: 1,
            noise: "uniform",
            seed: 1,
          },
        },
      },
      vectors: [
        { name: "a", dataset: "published", metric: "krippendorff_alpha", level: "interval", expected: 9 },
        { name: "ci", dataset: "published", metric: "krippendorff_alpha_bootstrap_ci", level: "nominal" },
        { name: "pld", dataset: "scores", metric: "pld_1", params: { raters: [0, 1], from: "scores" } },
        { name: "weighted", dataset: "lists", metric: "weighted_pass_rate", params: { item: 0 } },
        { name: "none", dataset: "lists", metric: "pass_rate", params: { item: 1 } },
        { name: "made", dataset: "made", metric: "percent_agreement" },
        { name: "x", dataset: "published", metric: "guess" },
        { dataset: "nowhere", metric: "drfr" },
        { name: "short", dataset: "published", metric: "alpha", level: "interval" },
      ],
    }),
  );
  const { code, stdout, stderr } = await run("--batch", path);
  expect(stderr).toBe(
    "countersign agreement: 2 of 9 requests cannot be computed: x (unknown-metric), 7 (unknown-dataset)\n",
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout).results).toEqual([
    { name: "a", value: expect.closeTo(951 / 1120, 12) },
    { name: "ci", value: expect.closeTo(113 / 152, 12), ci: [expect.any(Number), expect.any(Number)] },
    { name: "pld", value: 0.5 },
    { name: "weighted", value: expect.closeTo(2 / 3, 12) },
    { name: "none", value: null, reason: "no-answered-requirements" },
    { name: "made", value: 1 },
    { name: "x", value: null, reason: "unknown-metric" },
    { name: "7", value: null, reason: "unknown-dataset" },
    { name: "short", value: expect.closeTo(951 / 1120, 12) },
  ]);
});
