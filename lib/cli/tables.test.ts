import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import type { Table } from "@/lib/report/schema/table";
import { pair as pairWithChecklist, preferred, votes } from "@/lib/report/testing/checklist-study";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-tables-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(records: readonly object[], ...args: string[]) {
  const file = join(folder, "study.jsonl");
  await writeFile(file, records.map((record) => JSON.stringify(record)).join("\n"));
  return commandOutput("tables", file, ...args);
}

/** Two pairs of one subset, judged by Vanilla* in both orders: right in both, and the first in both. */
const pair = (n: number) => [`r${n}a`, `r${n}b`] as const;
const study: object[] = [
  { type: "study", version: 1, name: "Pairs" },
  ...[1, 2].flatMap((n) => [
    { type: "task", id: `t${n}`, instruction: "Write.", tags: ["natural"] },
    ...pair(n).map((id) => ({ type: "response", id, task: `t${n}`, text: "…" })),
    ...[{ type: "judgement", id: `g${n}`, task: `t${n}`, item: "preference", pair: pair(n) }].map((gold) => ({
      ...gold,
      ...{ rater: "gold", raterKind: "gold", value: "A" },
    })),
    ...(["AB", "BA"] as const).map((order) => ({
      ...{ type: "draft", id: `d${n}${order}`, task: `t${n}`, item: "preference", pair: pair(n), order },
      ...{ rater: "m", raterKind: "llm", method: "llmbar.vanilla*", condition: "v1, temperature=0" },
      value: n === 2 && order === "BA" ? "B" : "A",
    })),
  ]),
];

test("prints the computable tables, and names the missing records of the others", async () => {
  const { code, stdout } = await run(study, "--paper", "llmbar");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^m +Vanilla\* +75\.0 % +50\.0 % /m);
  expect(stdout).toContain("Not in this study, or not complete: NEIGHBOR, GPTINST");
  expect(stdout).toMatch(/^T12, .*cannot be computed\. Missing: drafts of pairs by one of prometheus\.rate/m);
  expect(stdout).toMatch(/^T9, .*Missing: drafts of pairs by Falcon/m);
});

test("prints one table for programs, with the published rows on request", async () => {
  const { stdout } = await run(study, "--paper", "llmbar", "--table", "t2", "--json", "--published");
  const { table } = JSON.parse(stdout) as { table: Table };
  expect(table.rows[0]).toMatchObject({
    model: "m",
    source: "this study",
    naturalAcc: 0.75,
    naturalAgr: 0.5,
    n: 2,
  });
  expect(
    table.rows.find(({ source, evaluator }) => source === "paper" && evaluator === "Vanilla*"),
  ).toMatchObject({
    averageAcc: expect.closeTo(0.837),
    averageAgr: expect.closeTo(0.918),
  });
  const csv = await run(study, "--paper", "llmbar", "--table", "T2", "--csv");
  expect(csv.stdout).toContain('"m","Vanilla*","0.75","0.5"');
  expect((await run(study, "--paper", "llmbar", "--table", "T2", "--latex")).stdout).toContain("\\toprule");
});

test("a table that cannot be computed is exit code 1, and no file", async () => {
  const text = await run(study, "--paper", "llmbar", "--table", "T15");
  expect(text).toMatchObject({ code: 1, stderr: "" });
  expect(text.stdout).toContain("Missing: tasks with the tag constraint.");
  const csv = await run(study, "--paper", "llmbar", "--table", "T15", "--csv");
  expect(csv).toMatchObject({ code: 1, stdout: "" });
  expect(csv.stderr).toContain("Missing: tasks with the tag constraint.");
});

test("the runs behind the drafts are printed from a file, as a recipe writes it", async () => {
  const file = join(folder, "runs.json");
  const [requested, sent] = [{ temperature: 0, maxOutputTokens: 9 }, { maxOutputTokens: 9 }];
  const sampling = { requested, sent, dropped: ["temperature"], calls: 3 };
  const header = {
    ...{ run: "r1", name: "step 1", method: "llmbar.vanilla*", methodVersion: "1", program: "1.2.3" },
    ...{ profile: "faithful", params: { temperature: 0 }, modelRequested: "m", modelsReturned: ["m-1"] },
    ...{ templateHashes: ["ab"], samplings: [sampling], samplingsLeftOut: 1 },
    ...{ units: 2, failed: 0, price: null, costMicros: null, finishedAt: null },
  };
  await writeFile(file, JSON.stringify([header]));
  const print = (...args: string[]) => run(study, "--paper", "llmbar", "--runs", file, ...args);
  const json = await print("--table", "T2", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ table: { name: "llmbar-t2" }, runs: [header] });
  expect((await print("--table", "T2", "--latex")).stdout).toContain('% run {"run":"r1"');
  expect((await print("--table", "T2", "--markdown")).stdout).toContain('run {"run":"r1"');
  expect((await print()).stdout).toMatch(/^run \{"run":"r1".*"program":"1\.2\.3"/m);
  // In an earlier list the last header said how many older runs are left out.
  const older = [{ olderRunsLeftOut: 0 }, { olderRunsLeftOut: 2 }].map((left) => ({ ...header, ...left }));
  await writeFile(file, JSON.stringify(older));
  const listed = JSON.parse((await print("--table", "T2", "--json")).stdout);
  expect(listed).toMatchObject({ runs: [header, header], olderRunsLeftOut: 2 });
  expect(listed.runs[1]).not.toHaveProperty("olderRunsLeftOut");
  expect((await print("--table", "T2", "--latex")).stdout).toContain("% older runs left out: 2\n");
  const csv = (await print("--table", "T2", "--csv")).stdout;
  expect(csv).toMatch(/^# run \{.*\n# run \{.*\n# older runs left out: 2\n/);
  const { stdout: alone } = await run(study, "--paper", "llmbar", "--table", "T2", "--csv");
  expect(csv.replaceAll(/^#.*\n/gm, "")).toBe(alone);
  // As a recipe and a bundle write it; before, it was the list alone.
  await writeFile(file, JSON.stringify({ runs: [header], olderRunsLeftOut: 2 }));
  const found = JSON.parse((await print("--table", "T2", "--json")).stdout);
  expect(found).toMatchObject({ runs: [header], olderRunsLeftOut: 2 });
  expect((await print("--table", "T2", "--latex")).stdout).toContain("% older runs left out: 2\n");
  // Earlier headers have the sampling of one call, in three fields.
  const { samplings: _, samplingsLeftOut: _none, ...same } = header;
  const first = { samplingRequested: requested, samplingSent: sent, samplingDropped: ["temperature"] };
  const read = { ...same, samplings: [{ ...sampling, calls: null }], samplingsLeftOut: 0 };
  for (const runs of [[{ ...same, ...first }], { runs: [{ ...same, ...first }], olderRunsLeftOut: 0 }]) {
    await writeFile(file, JSON.stringify(runs));
    expect(JSON.parse((await print("--table", "T2", "--json")).stdout).runs).toEqual([
      { ...read, programBuild: null, templateHashesLeftOut: 0 },
    ]);
  }
  await writeFile(file, JSON.stringify([{ run: "r1" }]));
  expect(await print()).toMatchObject({ code: 2, stderr: expect.stringContaining("no list of runs") });
});

test("what a run found beside its records is read from a file of findings", async () => {
  const findings = join(folder, "findings.jsonl");
  const measure = { found: "measure", task: "t1", method: "coeval.consistency", model: "m", value: 0.5 };
  const lines = [study[0], { ...measure, name: "cc.lexical@1" }, { ...measure, name: "icc.lexical@1" }];
  await writeFile(findings, lines.map((line) => JSON.stringify(line)).join("\n"));
  const found = await run(study, "--paper", "coeval", "--table", "T1", "--csv", "--findings", findings);
  expect(found.code).toBe(0);
  expect(found.stdout).toContain(
    '"natural","m","coeval.consistency","each to its nearest, by words","0.5","0.5"',
  );
  await writeFile(findings, '{"found":"measure","name":1}');
  const bad = await run(study, "--paper", "coeval", "--findings", findings);
  expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining("line 1 is no finding") });
  const absent = await run(study, "--paper", "coeval", "--findings", join(folder, "absent"));
  expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no such file") });
});

test.each([
  [
    ["--paper", "nobody"],
    '--paper is one of llmbar, tick, stick, checklists, salc, coeval, raters, not "nobody"',
  ],
  [[], "choose a paper with --paper: llmbar"],
  [["--paper", "llmbar", "--table", "T99"], "--table is one of T1, T2"],
  [["--paper", "llmbar", "--csv"], "a CSV file holds one table"],
  [["--paper", "llmbar", "--csv", "--json", "--table", "T2"], "choose one of --csv and --json"],
  [["--paper", "llmbar", "--compat", "tick"], '--compat is one of llmbar, checklists, not "tick"'],
  [["--paper", "llmbar", "--compat", "checklists"], "--compat checklists is for --paper checklists"],
])("%j is bad input", async (args, message) => {
  const { code, stdout, stderr } = await run(study, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("counts a tie as the program released with the checklist study does, on request", async () => {
  const checklists = [
    { type: "study", version: 1, name: "Ties" },
    ...pairWithChecklist(0),
    ...["none", "checklist"].map((arm) => preferred(0, arm, votes(5, 5))),
  ];
  const accuracy = async (...args: string[]) => {
    const { stdout } = await run(checklists, "--paper", "checklists", "--table", "F3a", "--json", ...args);
    return (JSON.parse(stdout) as { table: Table }).table.rows.map(({ none, all }) => [none, all]);
  };
  expect(await accuracy()).toEqual([[0.5, 0.5]]);
  expect(await accuracy("--compat", "checklists")).toEqual([[0, 0]]);
});

test("prints each of several tables with one number, as CSV the only one that the study has the records for", async () => {
  const both = await run(study, "--paper", "checklists", "--table", "F3");
  expect(both.code).toBe(1);
  expect(both.stdout).toMatch(/^F3a, /m);
  expect(both.stdout).toMatch(/^F3b, /m);
  const judged = [
    { type: "study", version: 1, name: "Pairs alone" },
    ...pairWithChecklist(0),
    ...["none", "checklist"].map((arm) => preferred(0, arm, votes(5, 5))),
  ];
  const { code, stdout } = await run(judged, "--paper", "checklists", "--table", "F3", "--csv");
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toContain("none");
  expect(await run(study, "--paper", "tick", "--table", "T8")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("T5, "),
  });
});

test("lists the papers and tables, and what each needs", async () => {
  const { code, stdout } = await run(study, "--list");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}T2 +Comparison evaluators.*; needs gold preferences/m);
  expect(stdout).toMatch(/^ {2}sheet .* \(also T2, T12, T13, T15, T16\); needs /m);
});
