import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { itemNames } from "./item-names";
import { StudyDataReader } from "./study-data";
import { tablesOf } from "./tables/all";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };
const ABOUT = { task: "t", response: "r", item: "C" };

/** The report on one criterion of one response, and whatever else is said of it. */
async function reportWith(...more: Line[]) {
  const reader = new StudyDataReader();
  const scale = { type: "points", min: 1, max: 5 };
  const lines: Line[] = [
    { type: "study", version: 1, name: "Explained" },
    { type: "rubric", id: "c", task: null, kind: "criteria", items: [{ id: "C", text: "…", scale }] },
    { type: "task", id: "t", instruction: "…" },
    { type: "response", id: "r", task: "t", text: "…" },
    { type: "draft", id: "d", ...ABOUT, rater: "m", raterKind: "llm", value: 4, lines: ["Good."] },
    ...more,
  ];
  for (const line of lines) reader.add(RECORDS[line.type].parse(line));
  const study = reader.finish();
  return { study, report: await reportOf(study, { replicates: 20, seed: 42 }) };
}

const judged = (rater: string, more: object): Line => ({
  ...{ type: "judgement", id: rater, ...ABOUT, rater, raterKind: "human", value: 3 },
  ...more,
});
const add = (text: string, more: object = {}) => ({ action: "add", text, ...more });

test("explanations of independent values are counted, and are no decisions on a draft", async () => {
  const { study, report } = await reportWith(
    judged("A", { exposure: "none", lines: [add("Far too short."), add("Off topic.")] }),
    judged("B", { exposure: "none" }),
  );
  expect(report.explanations).toMatchObject([
    { scope: "all", values: 2, explained: 1, share: 0.5, words: 5 },
  ]);
  expect(report.decisions.lines.n).toBe(0);
  expect(report.decisions.groups).toEqual([]);
  const names = tablesOf(report, itemNames(study, report)).map(({ name }) => name);
  expect(names).toContain("explanations");
});

test("lines written before the draft explain the rater's own value, later ones are decisions", async () => {
  const lines = [{ draft: 0, action: "accept" }, add("Too short.", { initial: true }), add("And off topic.")];
  const seen = { exposure: "judge-then-reveal", draft: "d", initial: 2, lines };
  const { report } = await reportWith(judged("A", seen));
  expect(report.explanations[0]).toMatchObject({ values: 1, explained: 1, words: 2 });
  expect(report.decisions.lines).toMatchObject({ n: 2, counts: { accept: 1, add: 1 } });
});

test("lines added to a draft in view are no explanations, and without any there are no rows", async () => {
  const { report } = await reportWith(
    judged("A", { exposure: "draft-first", draft: "d", lines: [add("More.")] }),
    judged("B", { exposure: "none" }),
  );
  expect(report.explanations).toEqual([]);
  expect(report.decisions.lines).toMatchObject({ n: 1, counts: { add: 1 } });
});

test("a study of unknown exposure has no rows", async () => {
  const { report } = await reportWith(judged("A", { lines: [add("Short.")] }));
  expect(report.explanations).toEqual([]);
  expect(report.decisions.lines.n).toBe(1);
});
