import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { withReport } from "@/lib/report/computation/report-on-study";
import { coeval } from "@/lib/report/rules/papers/coeval";
import { levelsTable } from "@/lib/report/rules/papers/coeval/scores";
import { isMissing } from "@/lib/report/rules/papers/registry";
import { render } from "@/lib/report/rules/render/render";
import { type PaperLine, paperResult, paperRows, readByHand } from "@/lib/report/testing/paper-table";

/** Overall scores of one response each, by a model or a person. */
const overallScores = (values: readonly (number | "na" | null)[], by: object): PaperLine[] => [
  { type: "task", id: "t", instruction: "Explain." },
  ...values.flatMap((value, n): PaperLine[] => [
    { type: "response", id: `r${n}`, task: "t", text: "x" },
    { ...{ id: `d${n}`, task: "t", response: `r${n}`, item: "overall", value }, ...(by as PaperLine) },
  ]),
];
const scored = { type: "draft", rater: "gpt", raterKind: "llm", method: "coeval.direct" };

/** Judgements of overall scores: of each rater the scores of r0, r1, …, with what else the record says. */
const overallJudgements = (
  by: Record<string, readonly (number | "na" | null)[]>,
  about: object,
): PaperLine[] =>
  Object.entries(by).flatMap(([rater, values]) =>
    values.flatMap((value, n): PaperLine[] =>
      value === null
        ? []
        : [
            {
              ...{ type: "judgement", id: `${rater}/${n}`, task: "t", response: `r${n}`, item: "overall" },
              ...{ rater, raterKind: "human", value, ...about },
              ...("draft" in about && { draft: `${about.draft}${n}` }),
            },
          ],
    ),
  );

test("5.2: people who saw a model's draft are held against those who judged without one", async () => {
  const rival = { type: "draft", rater: "rival", raterKind: "llm", method: "coeval.direct" };
  const study: PaperLine[] = [
    ...overallScores([2, 2, 4, 5], scored),
    ...[3, 3, 3, 3].map(
      (value, n): PaperLine => ({
        ...(rival as PaperLine),
        ...{ id: `e${n}`, task: "t", response: `r${n}`, item: "overall", value },
      }),
    ),
    ...overallJudgements(
      { A01: [1, 2, null, null], A02: [3, 2, 5, 5] },
      { exposure: "draft-first", draft: "d" },
    ),
    // A01 gave the third response a 1 without the draft: that is not held against A01's own 3 with it.
    ...overallJudgements(
      { A01: [null, null, 3, null] },
      { exposure: "judge-then-reveal", initial: 1, draft: "d" },
    ),
    // Saw another model's draft: in no joint score of those who saw this one's.
    ...overallJudgements({ A03: [5, null, null, null] }, { exposure: "draft-first", draft: "e" }),
    ...overallJudgements({ B01: [1, 3, 3, null], B02: [1, 1, 5, 4] }, { exposure: "none" }),
  ];
  const table = await paperResult("coeval", "overall", study);
  if (isMissing(table)) throw new Error("missing");
  const { rows } = table;
  const inTheLoop = rows.filter(({ scores }) => scores === "+Human-in-the-loop");
  // With the draft 2, 2, 4, 5 and without 1, 2, 4, 4: sums of products 25/4, of squares 27/4 on both sides.
  expect(inTheLoop[0]).toMatchObject({ llm: "gpt", method: "coeval.direct", units: 4, meanDifference: 0.5 });
  expect(inTheLoop[0]?.pearson).toBeCloseTo(6.25 / 6.75, 12);
  // One unit is too few for a correlation.
  expect(inTheLoop[1]).toMatchObject({
    llm: "rival",
    units: 1,
    pearson: { undefined: "fewer-than-2-pairs" },
  });
  expect(rows.filter(({ scores }) => scores === "the model")).not.toHaveLength(0);
  expect(table.description).toContain("people who had its draft in view");
});

test("5.2: counts of a model's own values are blank in the row of people who had its draft in view", async () => {
  const table = await paperResult("coeval", "overall", [
    ...overallScores([2, 2, 4, null], scored),
    ...overallJudgements({ A01: [1, 2, 4, 4] }, { exposure: "draft-first", draft: "d" }),
    ...overallJudgements({ B01: [1, 3, 3, 4] }, { exposure: "none" }),
  ]);
  if (isMissing(table)) throw new Error("missing");
  const rows = parse(render(table, "csv"), { columns: true }) as Record<string, string>[];
  const counts = rows.map(({ scores, exposureId, draftSeen, unread }) => [
    scores,
    exposureId,
    draftSeen,
    unread,
  ]);
  expect(counts).toEqual([
    ["the model", "independent", "0", "1"],
    ["the model", "exposed", "3", "1"],
    ["the model", "any", "3", "1"],
    ["'+Human-in-the-loop", "independent", "", ""],
  ]);
});

test("5.2: where nobody is in the loop, or with nobody else, the table says so", async () => {
  const alone = overallJudgements({ B01: [1, 3, 3, 4] }, { exposure: "none" });
  const models = overallScores([2, 2, 4, 5], scored);
  const without = await paperResult("coeval", "overall", [...models, ...alone]);
  if (isMissing(without)) throw new Error("missing");
  expect(without.rows.map(({ scores }) => scores)).not.toContain("+Human-in-the-loop");
  expect(without.notes.join(" ")).toContain("+Human-in-the-loop has no row");
  // The same person before and after the draft was revealed.
  const revealed = overallJudgements(
    { B01: [1, 3, 3, 4] },
    { exposure: "judge-then-reveal", initial: 2, draft: "d" },
  );
  const rows = await paperRows("coeval", "overall", [...models, ...revealed]);
  expect(rows.filter(({ scores }) => scores === "+Human-in-the-loop")).toMatchObject([
    { llm: "gpt", units: 0, pearson: { undefined: "fewer-than-2-pairs" } },
  ]);
});

test("5.2: the table is missing where no row has a unit", async () => {
  const table = await paperResult("coeval", "overall", [
    ...overallScores([2, 2, 4, 5], scored),
    ...overallJudgements({ A01: ["na", "na"] }, { exposure: "draft-first", draft: "d" }),
  ]);
  expect(table).toEqual({ missing: ["overall scores of the same responses by a model and by people"] });
});

test("5.2: people belong to the model of the draft that they name, whatever its value; n/a is counted by units", async () => {
  const rival = (n: number): PaperLine => ({
    ...(scored as PaperLine),
    ...{ rater: "rival", id: `e${n}`, task: "t", response: `r${n}`, item: "overall", value: 1 },
  });
  const study: PaperLine[] = [
    ...overallScores([2, 2, 4, "na", null], scored),
    ...[rival(3), rival(4)],
    // Three people with the draft say n/a to the first response, and one of them to the second.
    ...overallJudgements(
      { A01: ["na", "na", 4, 3, 4], A02: ["na", 2, null, 5, null], A03: ["na", null, null, null, null] },
      { exposure: "draft-first", draft: "d" },
    ),
    ...overallJudgements({ B01: [1, 3, 3, 2, 4] }, { exposure: "none" }),
  ];
  const rows = await paperRows("coeval", "overall", study);
  expect(rows.filter(({ scores }) => scores === "+Human-in-the-loop")).toMatchObject([
    // With the draft 2, 4, 4, 4 and without 3, 3, 2, 4.
    { llm: "gpt", units: 4, llmNa: 1, humanNa: 0, meanDifference: 0.5 },
  ]);
});

test("shares of four levels beside the printed ones", async () => {
  const study = overallScores([1, 4, 4, 4], { ...scored, condition: "v3, highest=4" });
  const rows = await paperRows("coeval", "levels", study, true);
  expect(rows[0]).toMatchObject({ level1: 0.25, level4: 0.75, n: 4 });
  expect(rows.at(-1)).toMatchObject({ evaluator: "Human", source: "paper", level4: 0.5517 });
});

test("scores on five points are no shares of four levels, also where nobody gave a 5", async () => {
  for (const condition of [undefined, "v3, maxOutputTokens=2048", "v3, highest=10"])
    expect(
      await paperResult("coeval", "levels", overallScores([1, 4, 4, 4], { ...scored, condition })),
    ).toMatchObject({ missing: [expect.stringContaining("highest=4")] });
});

test("scores of people are on the scale of their batch, or the one that a study's runs name", async () => {
  const people = { type: "judgement", rater: "A01", raterKind: "human" };
  const judged = overallScores([1, 4, 4, 4], people);
  const evaluators = async (lines: readonly PaperLine[], max?: number) => {
    const read = readByHand(lines);
    const study =
      max === undefined ? read.study : { ...read.study, overall: { type: "points" as const, min: 1, max } };
    const source = { ...read, study, options: { replicates: 0, seed: 42 }, published: false };
    const result = levelsTable.of(await withReport(coeval, source));
    return isMissing(result) ? [] : result.rows.map(({ evaluator }) => evaluator);
  };
  expect(await evaluators(judged)).toEqual([]);
  expect(await evaluators(judged, 5)).toEqual([]);
  expect(await evaluators(judged, 4)).toContain("People, any");
  const drafts = overallScores([2, 3], { ...scored, condition: "v3, highest=4" }).flatMap((line) =>
    line.type === "draft" ? [{ ...line, id: `of ${line.id}` }] : [],
  );
  expect(await evaluators([...judged, ...drafts])).toContain("People, any");
});
