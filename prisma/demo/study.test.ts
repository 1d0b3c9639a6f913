import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { problemText } from "@/lib/dataset/rules/lines";
import { additions, corrections, flaws, remarks } from "./known-errors";
import { sampleRecords, sampleTasks, studyFile } from "./study";

const records = sampleRecords();
const tasks = sampleTasks(records);
const responses = tasks.flatMap((task) => task.responses);
const drafts = responses.flatMap((response) => response.drafts);
const checklistItems = tasks.flatMap((task) => task.checklist);

const quotesIn = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, quote = ""]) => quote);

test("24 tasks with two responses each, by the same two models", () => {
  expect(tasks).toHaveLength(24);
  expect(responses).toHaveLength(48);
  for (const task of tasks) {
    const models = records.flatMap((record) =>
      record.type === "response" && record.task === task.id ? [record.model] : [],
    );
    expect(models).toEqual(["Alder 7B", "Birch 70B"]);
  }
});

test("the file is marked as sample data, with one drafter", () => {
  expect(readFileSync(studyFile, "utf8").split("\n")[0]).toContain("Sample data");
  for (const record of records) {
    if (record.type === "rubric")
      expect(record).toMatchObject({ origin: "import", method: "sample", model: "sample drafter" });
    if (record.type === "draft")
      expect(record).toMatchObject({ rater: "sample drafter", raterKind: "llm", method: "sample" });
  }
});

test("ids are unique, references resolve, values are on their scales", () => {
  const checker = new StudyChecker();
  for (const [at, record] of records.entries()) checker.add(record, at + 1);
  expect(checker.finish().problems.map(problemText)).toEqual([]);
});

test("one checklist of at least four questions per task, and one list of four criteria", () => {
  for (const task of tasks) expect(task.checklist.length).toBeGreaterThanOrEqual(4);
  const criteria = records.filter((record) => record.type === "rubric" && record.kind === "criteria");
  expect(criteria).toMatchObject([
    { task: null, items: ["following", "correctness", "clarity", "usefulness"].map((id) => ({ id })) },
  ]);
});

test("every question, every criterion and the overall score is drafted once for every response", () => {
  for (const task of tasks) {
    const items = task.checklist.map((item) => item.id);
    const expected = [...items, "following", "correctness", "clarity", "usefulness", "overall"];
    for (const response of task.responses) {
      expect(response.drafts.map((draft) => draft.item)).toEqual(expected);
    }
  }
});

test("scores are drafted with a score line and evidence, answers with an explanation", () => {
  const questions = new Set(checklistItems.map((item) => item.id));
  for (const { id, item, value, lines, scoreLine } of drafts) {
    if (questions.has(item)) {
      expect(lines.length, id).toBeGreaterThan(0);
      continue;
    }
    expect([1, 2, 3, 4, 5], id).toContain(value);
    expect(lines[scoreLine ?? -1], id).toContain(String(value));
    if (item !== "overall") expect(lines.length, id).toBeGreaterThan(2);
  }
});

test("quotations of drafts and remarks occur in the response", () => {
  for (const response of responses) {
    for (const draft of response.drafts) {
      for (const line of [...draft.lines, remarks[draft.id] ?? ""]) {
        for (const quote of quotesIn(line)) expect(response.text, `${draft.id}: ${line}`).toContain(quote);
      }
    }
  }
});

test("nearly all evidence quotes the response", () => {
  const criteria = drafts.filter((draft) => draft.scoreLine !== undefined && draft.item !== "overall");
  const quoting = criteria.filter((draft) => quotesIn(draft.lines.slice(2).join(" ")).length > 0);
  expect(quoting.length / criteria.length).toBeGreaterThan(0.95);
});

test("the known errors refer to existing drafts, questions and tasks", () => {
  const ids = new Map(drafts.map((draft) => [draft.id, draft]));
  for (const [id, { value }] of Object.entries(corrections)) {
    const drafted = ids.get(id);
    expect(typeof drafted?.value, id).toBe(typeof value);
    expect(drafted?.value, id).not.toBe(value);
  }
  for (const id of Object.keys(remarks)) expect(ids.has(id), id).toBe(true);
  const questions = new Map(checklistItems.map((item) => [item.id, item.text]));
  for (const [id, flaw] of Object.entries(flaws)) {
    expect(questions.has(id), id).toBe(true);
    if (flaw.action === "revise") expect(flaw.text).not.toBe(questions.get(id));
  }
  expect(Object.keys(additions)).toEqual(tasks.map((task) => task.id));
});

test("about one drafted value in nine is wrong", () => {
  const share = Object.keys(corrections).length / drafts.length;
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.13);
});
