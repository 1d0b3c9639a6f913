import { expect, test } from "vitest";
import { CAPABILITIES } from "@/lib/protocol/rules/capabilities";
import { withReport } from "@/lib/report/computation/report-on-study";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { ReportLabelling } from "@/lib/report/schema/study";
import type { Table } from "@/lib/report/schema/table";
import { type PaperLine, paperResult, readByHand } from "@/lib/report/testing/paper-table";

/** A checklist of five questions, of which two have a category. */
const checklist: PaperLine[] = [
  { type: "task", id: "t", instruction: "Write." },
  ...["r1", "r2"].map((id): PaperLine => ({ type: "response", id, task: "t", text: "Written." })),
  {
    ...{ type: "rubric", id: "c", task: "t", kind: "checklist" },
    items: ["Style", null, null, "Style", null].map((category, at) => ({
      ...{ id: `q${at}`, text: `Is ${at} so?`, scale: { type: "yesno" } },
      ...(category !== null && { category }),
    })),
  },
];

/** A judge's answers, a letter for each question: 4 of 5 yes, then 1 of 5. */
const answered = [
  ...checklist,
  ...Object.entries({ r1: "yyyyn", r2: "nnynn" }).flatMap(([response, letters]) =>
    [...letters].map(
      (letter, at): PaperLine => ({
        ...{ type: "draft", id: `${response}${at}`, task: "t", response, item: `q${at}`, rater: "judge" },
        ...{ raterKind: "llm", method: "tick.evaluate", value: letter === "y" ? "yes" : "no" },
      }),
    ),
  ),
];

const CATEGORIES = ["Tone", "Length"];
const said = (model: string, labels: Record<string, string[]>, condition = "v1") =>
  Object.entries(labels).map(([item, given]) => ({
    ...{ found: "labels", task: "t", item, model, method: "tick.categorise", condition },
    ...{ categories: CATEGORIES, labels: given },
  }));
const gold = (question: string, labels: Record<string, string[]>) =>
  Object.entries(labels).map(
    ([item, given]): PaperLine => ({
      ...{ type: "labels", id: `${question}${item}`, task: "t", item, question, labels: given },
      ...{ rater: "gold", raterKind: "gold" },
    }),
  );

/** The rates over all responses: who labelled, the label, the answers, and the share of yes. */
function ratesIn(table: Table) {
  return table.rows
    .filter(({ responsesOf }) => responsesOf === "all")
    .map(({ part, category, answered: n, drfr }) => [part, category, n, drfr]);
}

async function f4(lines: readonly PaperLine[], findings: readonly object[] = []) {
  const result = await paperResult("tick", "F4", lines, false, findings);
  if (isMissing(result)) throw new Error(`missing: ${result.missing.join("; ")}`);
  return result;
}

test("F4 of categories alone has no column of sources, and counts the questions without one", async () => {
  const table = await f4(answered);
  // Questions 0 and 3: yes and yes, then no and no.
  expect(ratesIn(table)).toEqual([[undefined, "Style", 4, 2 / 4]]);
  expect(table.columns.map(({ id }) => id)).not.toContain("part");
  expect(table.notes).toEqual(["Without a label, and in no row: 3 of 5 answered questions."]);
});

test("F4 by a model’s labels: a question counts under each of its own", async () => {
  const table = await f4(
    answered,
    said("gpt", { q0: ["Tone"], q1: ["Tone", "Length"], q2: ["Length"], q4: [] }),
  );
  expect(ratesIn(table)).toEqual([
    // Questions 1 (yes, no) and 2 (yes, yes); and 0 (yes, no) and 1.
    ["gpt (tick.categorise)", "Length", 4, 3 / 4],
    ["gpt (tick.categorise)", "Tone", 4, 2 / 4],
    // Question 3 alone: the model labelled the other question of this category.
    ["Category of the item", "Style", 2, 1 / 2],
  ]);
  expect(table.notes).toEqual([
    expect.stringContaining("A question has the labels that all people gave"),
    "Without a label, and in no row: 1 of 5 answered questions.",
  ]);
});

test("F4 keeps the labels of models, and of one model’s settings, apart", async () => {
  const findings = [
    ...said("gpt", { q2: ["Tone"] }),
    ...said("gpt", { q4: ["Tone"] }, "v2"),
    ...said("other", { q2: ["Tone"], q4: ["Tone"] }),
  ];
  const rates = ratesIn(await f4(answered, findings)).filter(([, category]) => category === "Tone");
  expect(rates.map(([, , n, drfr]) => [n, drfr])).toEqual([
    [2, 1],
    [2, 0],
    [4, 2 / 4],
  ]);
  expect(new Set(rates.map(([by]) => by)).size).toBe(3);
});

test("F4 takes people’s labels before a model’s, and no labels of other lists", async () => {
  const lines = [
    ...answered,
    ...gold("capabilities", { q0: ["Tone", "Length"], q1: ["Tone"] }),
    ...gold("positive-items", { q2: ["Tone"] }),
    ...gold("mood", { q3: ["Merry"] }),
    ...gold("own", { q4: ["Length"] }),
  ];
  const table = await f4(lines, said("gpt", { q1: ["Length"], q2: ["Length"] }));
  expect(ratesIn(table)).toEqual([
    // Questions 0 (yes, no) and 4 (no, no), whose list is the model's; and 0 and 1 (yes, no).
    ["People", "Length", 4, 1 / 4],
    ["People", "Tone", 4, 2 / 4],
    ["gpt (tick.categorise)", "Length", 2, 1],
    ["Category of the item", "Style", 2, 1 / 2],
  ]);
  expect(table.notes.join()).not.toContain("Without a label");
  expect(table.notes).toContain("People’s labels of other lists, which are not used: positive-items, mood.");
});

test("F4 takes the labels of a step with all of TICK’s list and others; without any of a list that fits it names the lists", async () => {
  const [capability = ""] = Object.keys(CAPABILITIES);
  const lines = [...answered, ...gold("capabilities", { q1: [capability], q2: ["Other"] })];
  const table = await f4(lines);
  expect(ratesIn(table)).toEqual([
    // Questions 1 (yes, no) and 2 (yes, yes).
    ["People", capability, 2, 1 / 2],
    ["People", "Other", 2, 1],
    ["Category of the item", "Style", 4, 2 / 4],
  ]);
  expect(table.notes.join()).not.toContain("other lists");
  const uncategorised = answered.map((line) =>
    line.type === "rubric"
      ? { ...line, items: (line.items as object[]).map((item) => ({ ...item, category: undefined })) }
      : line,
  );
  const moods = [
    ...uncategorised,
    ...gold("capabilities", { q1: ["Merry"] }),
    ...gold("own", { q2: ["Sad"] }),
  ];
  expect(await paperResult("tick", "F4", moods)).toEqual({
    missing: [
      expect.stringContaining("tick.categorise"),
      "People’s labels of other lists, which are not used: capabilities, own",
    ],
  });
});

test("F4 takes the newest labels of a model that labelled a question again, also where these are none", async () => {
  const findings = [
    ...said("gpt", { q1: ["Tone"], q2: ["Tone"] }),
    ...said("gpt", { q1: ["Length"], q2: [] }),
  ];
  expect(ratesIn(await f4(answered, findings))).toEqual([
    // Question 1 (yes, no), under its newest label alone.
    ["gpt (tick.categorise)", "Length", 2, 1 / 2],
    ["Category of the item", "Style", 4, 2 / 4],
  ]);
});

const labelled = gold("capabilities", { q0: ["Tone"], q1: ["Tone"] });
const once: PaperLine[] = answered.flatMap((line) =>
  line.type === "draft" ? [{ ...line, id: `${line.id}b`, method: "tick.evaluate_batch", value: "no" }] : [],
);

/** A table of a batch of four questions with its own records, and its dataset with others. */
async function inBatch(id: string, own: readonly PaperLine[], dataset: readonly PaperLine[]) {
  const { study, ...rest } = readByHand([...checklist, ...own]);
  const items = study.items.filter(({ text }) => text !== "Is 3 so?");
  const paper = paperById("tick");
  const table = paper?.tables.find((one) => one.id === id);
  if (!paper || !table) throw new Error(`there is a ${id}`);
  const options = { replicates: 0, seed: 42 };
  const whole = readByHand(dataset);
  const batch = { ...study, name: "The batch", items };
  return table.of(await withReport(paper, { ...rest, study: batch, whole, options, published: false }));
}

test("F4 of a batch that only labels takes answers of its dataset to its own questions, none in one call", async () => {
  const result = await inBatch("F4", labelled, [...answered, ...once]);
  if (isMissing(result)) throw new Error(result.missing.join("; "));
  // Questions 0 and 1 (yes, no): the other question with a category is not in the batch.
  expect(ratesIn(result)).toEqual([["People", "Tone", 4, 2 / 4]]);
  expect(result.notes).toContain("Without a label, and in no row: 2 of 4 answered questions.");
  expect(result.notes.at(-1)).toContain("Left out: 8 answers by tick.evaluate_batch");
});

test("F4 with answers of the dataset says so, and has their raters, number and hash", async () => {
  const judged: PaperLine = {
    ...{ type: "judgement", id: "j", task: "t", response: "r1", item: "q0", value: "yes" },
    ...{ rater: "A01", raterKind: "human", exposure: "none" },
  };
  const result = await inBatch("F4", labelled, [...answered, judged]);
  const changed = await inBatch("F4", labelled, [...answered, { ...judged, value: "no" }]);
  const own = await inBatch("F4", [...labelled, ...answered.slice(checklist.length)], answered);
  if (isMissing(result) || isMissing(changed) || isMissing(own)) throw new Error("there are answers");
  const OF_DATASET = expect.stringContaining("The answers are those of the dataset");
  expect(result.notes).toContainEqual(OF_DATASET);
  expect(result.provenance).toMatchObject({
    ...{ study: "By hand", raters: { human: 1, llm: 1 }, n: { of: "judgements", count: 1 } },
  });
  expect(changed.provenance.data).not.toBe(result.provenance.data);
  expect(own.notes).not.toContainEqual(OF_DATASET);
  expect(own.provenance).toMatchObject({ study: "The batch", raters: { human: 0, llm: 1 } });
});

test("a batch without answers left none out, where a table does not take those of the dataset", async () => {
  for (const id of ["DRFR", "T3b"]) {
    const result = await inBatch(id, labelled, [...answered, ...once]);
    expect(result).toEqual({ missing: [expect.stringContaining("answers to")] });
  }
});

test("F4 of a batch with answers in one call alone takes those of its dataset, and counts what it left out there", async () => {
  const own = once.filter(({ item }) => item === "q0");
  const result = await inBatch("F4", [...labelled, ...own], [...answered, ...once]);
  if (isMissing(result)) throw new Error(result.missing.join("; "));
  expect(ratesIn(result)).toEqual([["People", "Tone", 4, 2 / 4]]);
  expect(result.notes.at(-1)).toContain("Left out: 8 answers by tick.evaluate_batch");
});

test("F4 takes the labels that all people gave in the end; a question on which they are divided has none of theirs", async () => {
  const read = readByHand(answered);
  const given: [string, string, string[]][] = [
    ["q1", "A01", ["Tone", "Length"]],
    ["q1", "A02", ["Tone"]],
    ["q3", "A01", ["Tone"]],
    ["q3", "A02", ["Length"]],
  ];
  const labellings = given.map(([id, rater, labels]): ReportLabelling => {
    const item = JSON.stringify(["c", id]);
    const about = { question: "capabilities", unit: item, item, task: "t", arm: "A", rater };
    // They saw a model's labels, which they decided on.
    return { ...about, exposure: "draft-first", initial: undefined, labels };
  });
  const questions = [{ question: "capabilities", text: "Which?", labels: CATEGORIES, several: true }];
  const paper = paperById("tick");
  const table = paper?.tables.find(({ id }) => id === "F4");
  if (!paper || !table) throw new Error("there is a figure 4");
  const study = { ...read.study, labels: { questions, labellings, setAside: 0 } };
  const options = { replicates: 0, seed: 42 };
  const result = table.of(await withReport(paper, { ...read, study, options, published: false }));
  if (isMissing(result)) throw new Error("there are labels");
  expect(ratesIn(result)).toEqual([
    ["People", "Tone", 2, 1 / 2],
    ["Category of the item", "Style", 4, 2 / 4],
  ]);
});

test("F4 is missing where no answered question has a label", async () => {
  expect(await paperResult("tick", "F4", checklist, false, said("gpt", { q0: ["Tone"] }))).toMatchObject({
    missing: [expect.stringContaining("tick.categorise")],
  });
});
