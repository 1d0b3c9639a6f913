import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { applyAdversarialFilter } from "@/lib/curation/rules/adversarial-filter";
import { countOutcomes, curatedInstances, curatedStudy, llmbarFile } from "@/lib/curation/rules/curated";
import { instancesOf } from "@/lib/curation/rules/instances";
import { llmbarStudy, readLlmbarFile } from "@/lib/curation/rules/llmbar-file";
import { candidateStudy } from "@/lib/curation/rules/parts";
import type { LlmbarInstance, Part } from "@/lib/curation/schema";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";

const instance = (n: number, label: 1 | 2 = 1): LlmbarInstance => ({
  input: `Write a poem about ${n}.`,
  output_1: `A poem about ${n}.`,
  output_2: `An essay about ${n}.`,
  label,
});

const study = (...labels: (1 | 2)[]) =>
  llmbarStudy(
    "Pairs",
    "natural",
    labels.map((label, n) => instance(n, label)),
  );

/** One label by an evaluator on the nth instance, in an order. */
const labelled = (n: number, method: string, order: "AB" | "BA", value: unknown): StudyRecord =>
  RECORDS.draft.parse({
    ...{
      type: "draft",
      id: `${method}/${n}/${order}`,
      task: `natural-${n}`,
      item: "preference",
      method,
      order,
    },
    ...{ pair: [`natural-${n}/1`, `natural-${n}/2`], rater: "gpt", raterKind: "llm", value },
  });

const PANEL = ["one", "two", "three", "four"];

/** Eight labels on an instance whose label is 1: so many are right, the others wrong. */
const eight = (n: number, right: number) =>
  PANEL.flatMap((method, m) =>
    (["AB", "BA"] as const).map((order, o) => labelled(n, method, order, 2 * m + o < right ? "A" : "B")),
  );

const checked = (records: readonly StudyRecord[]) => {
  const checker = new StudyChecker(1);
  for (const [at, record] of records.entries()) {
    const parsed = RECORDS[record.type].parse(JSON.parse(JSON.stringify(record))) as StudyRecord;
    checker.add(parsed, at + 1);
  }
  return checker.finish().problems;
};

describe("the panel's filter", () => {
  const panelOf = (records: StudyRecord[], choice = { methods: [] as string[], models: [] as string[] }) =>
    applyAdversarialFilter(instancesOf(records).instances, records, choice);

  test.each([
    [3, true],
    [4, true],
    [5, false],
    [8, false],
  ])("of eight labels %i right: kept is %s", (right, isKept) => {
    const { verdicts, evaluators } = panelOf([...study(1), ...eight(1, right)]);
    expect(verdicts).toMatchObject([{ rightLabels: right, labels: 8, isKept }]);
    expect(evaluators).toHaveLength(4);
  });

  test("ties and unreadable labels are not right, and only chosen evaluators count", () => {
    const records = [
      ...study(2),
      labelled(1, "one", "AB", null),
      labelled(1, "one", "BA", "tie"),
      labelled(1, "two", "AB", "B"),
    ];
    expect(panelOf(records).verdicts).toMatchObject([{ rightLabels: 1, labels: 3, isKept: true }]);
    const two = panelOf(records, { methods: ["two"], models: ["gpt"] });
    expect(two.verdicts).toMatchObject([{ rightLabels: 1, labels: 1, isKept: false }]);
    expect(panelOf(records, { methods: [], models: ["other"] })).toMatchObject({
      ...{ verdicts: [], evaluators: [], unjudged: [{ task: { id: "natural-1" } }] },
    });
  });

  prop.prop([fc.integer({ min: 0, max: 8 }), fc.boolean()])(
    "the order in which a draft names the pair changes nothing",
    (right, isSecond) => {
      const records = [...study(isSecond ? 2 : 1), ...eight(1, right)];
      const turned = records.map((record) => {
        if (record.type !== "draft" || !record.pair) return record;
        const value = record.value === "A" ? ("B" as const) : ("A" as const);
        return { ...record, pair: [record.pair[1], record.pair[0]] as [string, string], value };
      });
      expect(panelOf(turned).verdicts).toEqual(panelOf(records).verdicts);
    },
  );
});

describe("instances", () => {
  test("without gold the output of a curation method is the worse one", () => {
    const written = (id: string, method?: string): StudyRecord => ({
      ...{ type: "response", id, task: "t", text: id, ...(method && { metadata: { method } }) },
    });
    const task: StudyRecord = { type: "task", id: "t", instruction: "Write." };
    const [found] = instancesOf([
      task,
      written("bad", "curation.gptout"),
      written("good", "answer"),
    ]).instances;
    expect(found).toMatchObject({ label: 2, outputs: [{ id: "bad" }, { id: "good" }] });
    const why = (...records: StudyRecord[]) => instancesOf([task, ...records]).others;
    expect(why(written("a"), written("b"))).toEqual([{ task: "t", why: "no-label" }]);
    expect(why(written("a"))).toEqual([{ task: "t", why: "no-pair" }]);
    expect(why(written("a"), written("b"), written("c"))).toEqual([{ task: "t", why: "several-pairs" }]);
  });

  prop.prop([
    fc.array(
      fc.record({
        input: fc.string({ minLength: 1 }),
        output_1: fc.string(),
        output_2: fc.string(),
        label: fc.constantFrom(1 as const, 2 as const),
      }),
      { maxLength: 5 },
    ),
  ])("a file in LLMBar's shape is the same after it was read as a study", (instances) => {
    const read = readLlmbarFile(JSON.stringify(instances));
    if ("problem" in read) throw new Error(read.problem);
    const { instances: found } = instancesOf(llmbarStudy("Study", "natural", read));
    const kept = found.map((original) => ({
      original,
      outcome: "kept" as const,
      final: original,
      history: [],
    }));
    expect(llmbarFile(kept)).toEqual(instances);
  });

  test.each([
    "",
    "{",
    "null",
    "{}",
    "[1]",
    '[{"input":"i"}]',
    '[{"input":"i","output_1":"a","output_2":"b","label":3}]',
  ])("%j is no file of instances", (text) =>
    expect(readLlmbarFile(text)).toMatchObject({ problem: expect.any(String) }),
  );
});

describe("decisions of curators", () => {
  type Told = [rater: string, part: Part, action: "accept" | "revise" | "remove", text?: string];
  const ALL: Part[] = ["instruction", "output-1", "output-2", "better-output"];
  const keeps = (rater: string): Told[] => ALL.map((part) => [rater, part, "accept"]);
  const but = (rater: string, part: Part, text: string): Told[] =>
    keeps(rater).map((told) => (told[1] === part ? [rater, part, "revise", text] : told));
  const discards = (rater: string): Told[] => [[rater, "instruction", "remove"]];

  /** A batch's study file: without the gold of its dataset. */
  function decided(...told: Told[]) {
    const { instances } = instancesOf(study(1));
    const candidates = candidateStudy(
      "Candidates",
      instances.map((one) => ({ instance: one })),
    );
    const decisions = told.map(
      ([rater, part, action, text], n): StudyRecord => ({
        ...{ type: "decision", id: `d${n}`, rubric: "natural-1/instance", item: `natural-1/${part}` },
        ...{ rater, raterKind: "human", action, reason: { code: "other", note: "Because." } },
        ...(text !== undefined && { text }),
      }),
    );
    const records = [...candidates.filter(({ type }) => type !== "judgement"), ...decisions];
    expect(checked(records)).toEqual([]);
    return curatedInstances(records);
  }

  test.each<[string, Told[][], string]>([
    ["both keep it", [keeps("p"), keeps("q")], "kept"],
    ["one of two discards it", [keeps("p"), discards("q")], "contested"],
    ["two of three discard it", [keeps("p"), discards("q"), discards("r")], "discarded"],
    ["both revise alike", [but("p", "output-2", "A novel."), but("q", "output-2", "A novel.")], "modified"],
    [
      "they revise in different ways",
      [but("p", "output-2", "A novel."), but("q", "output-2", "A play.")],
      "contested",
    ],
    ["one of two revises", [but("p", "output-2", "A novel."), keeps("q")], "contested"],
    [
      "two of three revise alike",
      [but("p", "instruction", "X."), but("q", "instruction", "X."), keeps("r")],
      "modified",
    ],
    [
      "both name the other response, by its letter or as LLMBar's files do",
      [but("p", "better-output", "b"), but("q", "better-output", "2 ")],
      "modified",
    ],
    ["the label names neither response", [but("p", "better-output", "both")], "contested"],
    ["nobody decides", [], "undecided"],
  ])("%s", (_, told, outcome) => {
    expect(decided(...told.flat()).map((one) => one.outcome)).toEqual([outcome]);
  });

  test("a modified instance has the new texts and label, its original and all reasons", () => {
    const told = [
      ...but("p", "better-output", "B").filter(([, part]) => part !== "output-1"),
      ["p", "output-1", "revise", "A poem on the wrong thing."] as Told,
    ];
    const curated = decided(...told);
    expect(llmbarFile(curated)).toEqual([
      { ...instance(0), output_1: "A poem on the wrong thing.", label: 2 },
    ]);
    const records = curatedStudy("Curated", curated);
    expect(checked(records)).toEqual([]);
    expect(records.find(({ type }) => type === "task")).toMatchObject({
      metadata: {
        madeBy: ["p"],
        curation: {
          outcome: "modified",
          original: instance(0),
          history: expect.arrayContaining([
            expect.objectContaining({
              rater: "p",
              part: "better-output",
              text: "B",
              reason: { code: "other", note: "Because." },
            }),
          ]),
        },
      },
    });
    // It is a study of instances again.
    expect(instancesOf(records).instances).toMatchObject([{ label: 2 }]);
    expect(countOutcomes(curated)).toMatchObject({ modified: 1, kept: 0 });
  });

  test("a revised request replaces instruction and input together", () => {
    const records = study(1).map((record) =>
      record.type === "task"
        ? {
            ...record,
            instruction: "Translate.",
            input: "Hola.",
            messages: [{ role: "user", content: "Hi." }],
          }
        : record,
    );
    const [one] = instancesOf(records).instances;
    if (!one) throw new Error("it is an instance");
    const candidates = candidateStudy("Candidates", [{ instance: one }]);
    const revise: StudyRecord = {
      ...{ type: "decision", id: "d", rubric: "natural-1/instance", item: "natural-1/instruction" },
      ...{ rater: "p", raterKind: "human", action: "revise", text: "Translate “Hola” into English." },
    };
    const [{ final } = { final: null }] = curatedInstances([...candidates, revise]);
    expect(final?.task).toMatchObject({ instruction: "Translate “Hola” into English." });
    expect(final?.task).not.toHaveProperty("input");
    // Earlier turns are no part of what was shown as the instruction.
    expect(final?.task.messages).toEqual([{ role: "user", content: "Hi." }]);
  });

  test("gold of single outputs is no label of the pair", () => {
    const { instances } = instancesOf(study(2));
    const candidates = candidateStudy(
      "Candidates",
      instances.map((one) => ({ instance: one })),
    );
    const scored: StudyRecord = {
      ...{ type: "judgement", id: "s", task: "natural-1", response: "natural-1/1", item: "overall" },
      ...{ rater: "gold", raterKind: "gold", value: 5 },
    };
    const records = [...candidates.filter(({ type }) => type !== "judgement"), scored];
    expect(curatedInstances(records)).toMatchObject([{ outcome: "undecided", original: { label: 2 } }]);
  });
});

test("candidates are written as an importable study, with the panel's count and without drafts", () => {
  const records = [...study(1, 2), ...eight(1, 2)];
  const { instances } = instancesOf(records);
  const candidates = candidateStudy(
    "Candidates",
    instances.map((one) => ({ instance: one, note: { right: 2, asked: 8 } })),
  );
  expect(checked(candidates)).toEqual([]);
  expect(candidates.map(({ type }) => type)).not.toContain("draft");
  expect(candidates.find(({ type }) => type === "rubric")).toMatchObject({
    kind: "checklist",
    items: [
      { name: "Instruction", text: "Write a poem about 0." },
      { name: "Response A" },
      { name: "Response B" },
      { name: "Better response", text: "A" },
    ],
  });
});
