import { expect, test } from "vitest";
import { isMissing } from "@/lib/report/rules/papers/registry";
import { familyParts, studyOfPart } from "@/lib/report/rules/papers/study-parts";
import { itemLabels } from "@/lib/report/rules/scopes";
import { unitsOf } from "@/lib/report/rules/units";
import { type PaperLine, paperResult, paperRows, readByHand } from "@/lib/report/testing/paper-table";

const scale = { type: "points", min: 1, max: 5 };

/** Stories and questions with a criterion, which a model drafted a score for and people gave one. */
const families: PaperLine[] = [
  {
    ...{ type: "rubric", id: "c", task: null, kind: "criteria", origin: "llm", method: "coeval.criteria" },
    model: "gpt",
    items: [{ id: "C1", name: "Clear", text: "Is it clear?", scale }],
  },
  ...Array.from({ length: 8 }, (_, n): PaperLine[] => {
    const [task, response, family] = [`t${n}`, `r${n}`, n < 4 ? "stories" : "questions"];
    const about = { task, response, item: "C1" };
    const score = 1 + (n % 4);
    // People agree with the model on stories, and go the other way on questions.
    const given = family === "stories" ? score : 5 - score;
    return [
      { type: "task", id: task, instruction: "Write.", tags: [family, "all kinds"] },
      { type: "response", id: response, task, text: "x" },
      {
        ...{ type: "draft", id: `d${n}`, ...about, rater: "gpt", raterKind: "llm", method: "coeval.step" },
        ...{ value: score, lines: ["So.", `Score: ${score}`, "Here."], scoreLine: 1 },
      },
      ...["A01", "A02"].map((rater) => ({
        ...{ type: "judgement" as const, id: `${rater}${n}`, ...about, rater, raterKind: "human" },
        ...{ exposure: "none", value: given, activeMs: 1000 * (n + 1) },
      })),
      {
        ...{ type: "judgement", id: `l${n}`, ...about, rater: "A03", raterKind: "human", value: score },
        ...{ exposure: "draft-first", draft: `d${n}`, activeMs: 500 },
        lines: [0, 1, 2].map((draft) => ({ draft, action: family === "stories" ? "accept" : "remove" })),
      },
    ];
  }).flat(),
];

const of = (rows: Awaited<ReturnType<typeof paperRows>>, part: string) =>
  rows.filter((row) => row.part === part);

test("CoEval's correlations are also by family of tasks, its first tag", async () => {
  const rows = await paperRows("coeval", "criteria", families);
  const any = (part: string) => of(rows, part).find(({ exposureId }) => exposureId === "independent");
  expect(any("stories")?.pearson).toBeCloseTo(1, 9);
  expect(any("questions")?.pearson).toBeCloseTo(-1, 9);
  expect(any("All")?.pearson).toBeCloseTo(0, 9);
  expect(of(rows, "all kinds")).toEqual([]);
  const pairs = await paperRows("coeval", "T10", families);
  const r = (part: string) => of(pairs, part).find(({ pairing }) => `${pairing}`.includes("LLM"))?.r;
  expect([r("stories"), r("questions")].map((one) => Math.round(one as number))).toEqual([1, -1]);
});

test("stances, and what people did to score and evidence lines, are by family too", async () => {
  const stances = await paperRows("coeval", "T11", families);
  const counted = (part: string) =>
    of(stances, part).flatMap(({ item, stance }) => (item === "C1" ? [stance] : []));
  // People alone say what the draft says on stories, and otherwise on questions; who saw it kept it.
  expect(counted("stories")).toEqual(["Subjectivity"]);
  expect(counted("questions")).toEqual(["Correction", "Scrutiny"]);
  const actions = await paperRows("coeval", "T14", families);
  expect(actions.map(({ task, of: what, accept }) => [task, what, accept])).toEqual([
    ["All", "All lines", 0.5],
    ["All", "Score lines", 0.5],
    ["All", "Evidence lines", 0.5],
    ["questions", "All lines", 0],
    ["questions", "Score lines", 0],
    ["questions", "Evidence lines", 0],
    ["stories", "All lines", 1],
    ["stories", "Score lines", 1],
    ["stories", "Evidence lines", 1],
  ]);
});

test("the time for a score is told apart by whether a draft was in view", async () => {
  expect(await paperRows("coeval", "time", families)).toMatchObject([
    { item: "C1", exposureId: "independent", median: 4.5, mean: 4.5, values: 16 },
    { item: "C1", exposureId: "exposed", median: 0.5, mean: 0.5, values: 8 },
  ]);
});

test.each(["criteria", "T11", "T14"])("without intervals, %s takes none from a stored report", async (id) => {
  const result = (shown?: number) => paperResult("coeval", id, families, false, [], 20, shown);
  const [all, alone] = [await result(), await result(0)];
  if (isMissing(all) || isMissing(alone)) throw new Error("the study has them");
  expect(all.columns.some(({ type }) => type === "interval")).toBe(true);
  expect(alone.columns.some(({ type }) => type === "interval")).toBe(false);
  expect(alone.provenance.interval).toBeNull();
});

test("items and judges have the names in a part that they have in the study", () => {
  const { study } = readByHand(
    ["stories", "questions"].flatMap((family, n): PaperLine[] => [
      { type: "task", id: `t${n}`, instruction: "Write.", tags: [family] },
      { type: "response", id: `r${n}`, task: `t${n}`, text: "x" },
      {
        ...{ type: "rubric", id: `c${n}`, task: `t${n}`, kind: "criteria", origin: "human" },
        items: [{ id: "C1", text: "Is it clear?", scale }],
      },
      {
        ...{ type: "draft", id: `d${n}`, task: `t${n}`, response: `r${n}`, item: "C1", value: 1 },
        ...{ rater: "gpt", raterKind: "llm", method: "coeval.step", condition: `v${n}` },
      },
    ]),
  );
  const part = familyParts(study).find(({ name }) => name === "stories") ?? expect.fail();
  const own = studyOfPart(study, part);
  expect([...itemLabels(own.items).values()]).toEqual(["c0/C1"]);
  const units = [...unitsOf(own).byItem.values()].flatMap((of) => [...of]);
  expect(units.flatMap(({ others }) => others.map(({ rater }) => rater.condition))).toEqual(["v0"]);
});

/** A checklist of each task, answered by a model; tasks of two data sets. */
const answered: PaperLine[] = ["y", "yn", "nn"].flatMap((signs, n): PaperLine[] => {
  const [task, id] = [`t${n}`, `c${n}`];
  return [
    { type: "task", id: task, instruction: "Write.", tags: [n < 2 ? "infobench" : "internal"] },
    { type: "response", id: `r${n}`, task, text: "x" },
    {
      ...{ type: "rubric", id, task, kind: "checklist", origin: "llm", model: "writer" },
      method: "clstudy.generate.baseline",
      items: [...signs].map((_, at) => ({
        id: `${id}.${at}`,
        text: `Is ${at} so?`,
        scale: { type: "yesno" },
      })),
    },
    ...[...signs].map(
      (sign, at): PaperLine => ({
        ...{ type: "draft", id: `d${n}.${at}`, task, response: `r${n}`, item: `${id}.${at}`, rater: "judge" },
        ...{ raterKind: "llm", method: "tick.evaluate", value: sign === "y" ? "yes" : "no" },
      }),
    ),
    {
      ...{ type: "labels", id: `l${n}`, task, question: "open-closed", rater: "gold", raterKind: "gold" },
      labels: [n === 0 ? "Closed" : "Open"],
    },
  ];
});

test("DRFR, lengths of checklists and open and closed tasks are by data set too", async () => {
  const rates = await paperRows("tick", "DRFR", answered);
  expect(rates.map(({ part, drfr }) => [part, drfr])).toEqual([
    ["All", 2 / 5],
    ["infobench", 2 / 3],
    ["internal", 0],
  ]);
  const lengths = await paperRows("checklists", "T5", answered);
  expect(lengths.map(({ dataset, policy, items }) => [dataset, policy, items])).toEqual([
    ["all", "baseline (writer)", 5],
    ["all", "All", 5],
    ["infobench", "baseline (writer)", 3],
    ["infobench", "All", 3],
    ["internal", "baseline (writer)", 2],
    ["internal", "All", 2],
  ]);
  const kinds = await paperRows("checklists", "T3", answered);
  expect(kinds.map(({ dataset, label, share }) => [dataset, label, share])).toEqual([
    ["all", "Open", 2 / 3],
    ["all", "Closed", 1 / 3],
    ["infobench", "Open", 1 / 2],
    ["infobench", "Closed", 1 / 2],
    ["internal", "Open", 1],
    ["internal", "Closed", 0],
  ]);
});
