import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import type { Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-report-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(content: string | null, ...args: string[]) {
  const file = join(folder, "study.jsonl");
  if (content !== null) await writeFile(file, content);
  return { ...(await commandOutput("report", ...(content === null ? [] : [file]), ...args)), file };
}

const judgement = (rater: string, response: number, value: string) => ({
  type: "judgement",
  id: `${rater}${response}`,
  task: `t${response}`,
  response: `r${response}`,
  item: "q",
  rater,
  raterKind: "human",
  exposure: "none",
  value,
});
const records: object[] = [
  { type: "study", version: 1, name: "Emails" },
  ...[1, 2].flatMap((n) => [
    { type: "task", id: `t${n}`, instruction: "Write an email." },
    { type: "response", id: `r${n}`, task: `t${n}`, model: "m", text: "Dear …" },
  ]),
  {
    type: "rubric",
    id: "c",
    task: null,
    kind: "checklist",
    items: [{ id: "q", text: "Is it polite?", scale: { type: "yesno" } }],
  },
  ...["A", "B"].flatMap((rater) => [judgement(rater, 1, "yes"), judgement(rater, 2, "no")]),
];
const lines = (of: object[]) => of.map((record) => JSON.stringify(record)).join("\n");

test("prints tables for people", async () => {
  const { code, stdout } = await run(lines(records));
  expect(code).toBe(0);
  expect(stdout).toContain(
    "Emails\n2 tasks · 2 responses · 0 drafts · 4 judgements · 0 decisions\nraters: 2 human\n",
  );
  expect(stdout).toMatch(
    /^All items +independent of the draft +people +nominal +no: 2, yes: 2 +1\.00 +100\.0 %/m,
  );
  // Two tasks give no interval.
  expect(stdout).not.toContain("95 % interval");
  expect(stdout).toMatch(/^A +human +all +0\.50 .* 0\.50 /m);
});

const drafted = (response: number, value: string) => ({
  type: "draft",
  id: `d${response}`,
  task: `t${response}`,
  response: `r${response}`,
  item: "q",
  rater: "gpt",
  raterKind: "llm",
  value,
});
const unjudged = records.slice(0, 6);

test("says why raters without a shared unit, and a rater alone in an arm, have no agreement", async () => {
  const apart = [
    ...unjudged,
    { ...judgement("A", 1, "yes"), arm: "with" },
    { ...judgement("B", 2, "no"), arm: "without" },
  ];
  const { stdout } = await run(lines(apart));
  expect(stdout).toMatch(
    /^All items +independent of the draft +people +nominal +no: 1, yes: 1 +— \(a\) +— \(a\)/m,
  );
  expect(stdout).toMatch(/^All items +independent of the draft +nominal +A +human +B +human +— \(a\)/m);
  expect(stdout).toMatch(/^All items +without +nominal +no: 1 +— \(a\)/m);
  expect(stdout).toContain("(a) there is no value: no unit has two ratings");
});

test("says why constant answers have no correlation, and why evenly divided people have no majority", async () => {
  const same = [...unjudged, ...["A", "B"].flatMap((rater) => [1, 2].map((n) => judgement(rater, n, "yes")))];
  const { stdout: constant } = await run(lines([...same, drafted(1, "yes"), drafted(2, "yes")]));
  expect(constant).toMatch(/^All items +Person and person +— \(a\) +0 +1 +0 +2$/m);
  expect(constant).toContain("(a) there is no value: one side never varies");

  const divided = [
    ...unjudged,
    ...[1, 2].flatMap((n) => [judgement("A", n, "yes"), judgement("B", n, "no")]),
  ];
  const { stdout: tied } = await run(lines([...divided, drafted(1, "yes"), drafted(2, "no")]));
  expect(tied).toMatch(
    /^LLMs against people\n(?:.*\n){2}All items +gpt +independent of the draft(?: +— \(a\)){4} +0 +2 /m,
  );
  expect(tied).toMatch(
    /^Accuracy question by question\n(?:.*\n){2}All items +gpt .* — \(a\) +— \(a\) +0 +0 +0 +2 +0$/m,
  );
});

test("says why ratings that are all n/a have no agreement", async () => {
  const [study, ...rest] = unjudged;
  const scale = { type: "yesnona" };
  const rubric = {
    type: "rubric",
    id: "c",
    task: null,
    kind: "checklist",
    items: [{ id: "q", text: "Polite?", scale }],
  };
  const na = ["A", "B"].flatMap((rater) => [1, 2].map((n) => judgement(rater, n, "na")));
  const { stdout } = await run(lines([study ?? {}, ...rest.slice(0, 4), rubric, ...na]));
  expect(stdout).toMatch(
    /^All items +independent of the draft +people +nominal +— \(a\) +— \(a\) +— \(a\) .* 4 +0$/m,
  );
});

test("prints everything under stable keys for programs", async () => {
  const { code, stdout } = await run(lines(records), "--json", "--bootstrap", "20", "--seed", "7");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as Report;
  expect(Object.keys(report)).toEqual([
    "study",
    "made",
    "reliability",
    "arms",
    "positionWork",
    "sides",
    "positions",
    "humanVsLlm",
    "accuracy",
    "preferences",
    "pairings",
    "distributions",
    "alternative",
    "againstGold",
    "againstMajority",
    "decisions",
    "explanations",
    "raters",
    "anchoring",
    "annotators",
    "checklist",
    "labels",
    "labelShares",
    "overlap",
    "answers",
    "answerNumbers",
    "answerTexts",
    "answerAgreement",
    "judgeCards",
    "modelEstimates",
    "modelDifferences",
    "rankings",
    "winRates",
    "choices",
    "bounded",
  ]);
  expect(report.study).toMatchObject({ name: "Emails", raters: { human: 2, llm: 0 } });
  expect(report.reliability[0]).toMatchObject({
    scope: "all",
    level: "nominal",
    raters: "human",
    exposure: "independent",
    value: 1,
    units: 2,
    raterCount: 2,
    pairable: 4,
    percentAgreement: 1,
    reason: null,
  });
});

test.each([
  ["csv", /^"item","itemName",.*"undefined"\r\n"all","All items","independent"/],
  ["json", /^\{\n {2}"name": "agreement",/],
  ["latex", /\\begin\{tabular\}\{lrrrrr\}\n\\toprule\n\{\}Item & \$\\alpha\$ & Agreement/],
  ["markdown", /^\*\*Agreement by item\.\*\*[^\n]*\n\n\| Item \| Exposure \|/],
  ["table", /^Agreement by item\n─+\n/],
])("writes one table as %s", async (format, expected) => {
  const { code, stdout } = await run(lines(records), "--format", format, "--table", "agreement");
  expect(code).toBe(0);
  expect(stdout).toMatch(expected);
});

test("a table names its units and ratings", async () => {
  const { stdout } = await run(lines(records), "--format", "json", "--table", "agreement", "--seed", "7");
  const other = await run(lines(records.toReversed()), "--format", "json", "--table", "agreement");
  const { provenance } = JSON.parse(stdout) as Table;
  expect(provenance).toMatchObject({
    raters: { human: 2 },
    levels: ["nominal"],
    n: { of: "judgements", count: 4 },
    interval: { replicates: 1000, seed: 7 },
    data: (JSON.parse(other.stdout) as Table).provenance.data,
  });
});

it.each<[string, string | null, string[], RegExp]>([
  ["a broken line", `${lines(records)}\n{"type":"task",`, [], /study\.jsonl: line 11: .* is expected/],
  [
    "a value that is none",
    lines([...records, judgement("C", 1, "maybe")]),
    [],
    /line 11, value: must be "yes"/,
  ],
  [
    "two problems",
    lines([...records, judgement("A", 1, "yes"), { type: "?" }]),
    [],
    /line 11, id: another .*\(and 2 more problems\)/,
  ],
  ["an empty file", "", [], /there is no study line/],
  ["no file", null, [], /name one study file/],
  ["a file that is not there", null, ["nowhere.jsonl"], /nowhere\.jsonl: there is no such file/],
  ["a folder", null, ["."], /\.: it is a folder/],
  ["an unknown form", lines(records), ["--format", "pdf"], /--format is one of table, csv/],
  ["two forms", lines(records), ["--format", "csv", "--json"], /say different things/],
  ["an unknown table", lines(records), ["--table", "all"], /--table is one of agreement, /],
  ["many tables in one CSV", lines(records), ["--format", "csv"], /choose it with --table/],
  ["an unknown option", lines(records), ["--quickly"], /--quickly/],
  ["a number that is none", lines(records), ["--bootstrap", "many"], /--bootstrap is a whole number from 1/],
])("%s: exit code 2 and one line", async (_, content, args, message) => {
  const { code, stdout, stderr } = await run(content, ...args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("options for verdicts against gold are read, or refused in words", async () => {
  expect(await run(lines(records), "--compat", "paper")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--compat is llmbar"),
  });
  expect(await run(lines(records), "--macro", "hard")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--macro is a name and tags"),
  });
});
