import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { ReportItem, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { gptDraft } from "@/lib/report/testing/draft";

const quick = { replicates: 200, seed: 42 };

interface Stated {
  rater: string;
  response: number;
  value: number;
  /** Given before the draft was revealed. */
  initial?: number | null;
  exposure?: ReportJudgement["exposure"];
  arm?: string;
}

const item: ReportItem = {
  key: "k",
  id: "C1",
  rubric: "c",
  task: null,
  name: "Clear",
  text: "…",
  category: null,
  scale: { type: "points", min: 1, max: 5 },
  model: null,
  method: null,
};

/** One criterion; response n belongs to task n, and an LLM drafted `drafted[n]` for it. */
function studyOf(drafted: readonly number[], stated: readonly Stated[]): StudyData {
  const about = (n: number) => ({ task: `t${n}`, item: "k", response: `r${n}`, pair: null });
  return {
    name: "s",
    tasks: drafted.map((_, n) => ({ id: `t${n}`, tags: [], instruction: "…" })),
    responses: drafted.map((_, n) => ({ id: `r${n}`, task: `t${n}`, model: "m" })),
    items: [item],
    drafts: drafted.map((value, n) => gptDraft(n, about(n), value)),
    judgements: stated.map(({ rater, response, value, initial, exposure = "none", arm = null }, at) => ({
      id: `j${at}`,
      ...about(response),
      rater,
      raterKind: "human",
      arm,
      exposure,
      draft: exposure === "none" ? null : `d${response}`,
      initial,
      value,
      lines: [],
      activeMs: null,
      startedAt: null,
      submittedAt: null,
    })),
    decisions: [],
  };
}

const of = <Row extends { scope: string }>(rows: readonly Row[]) =>
  rows.filter(({ scope }) => scope === "C1");

describe("three people who judged two responses before and after the draft", () => {
  // The drafts are 4 and 2; the majority without them is 3 and 2.
  const reveal = "judge-then-reveal" as const;
  const computed = reportOf(
    studyOf(
      [4, 2],
      [
        { rater: "A", response: 0, initial: 3, value: 4, exposure: reveal },
        { rater: "B", response: 0, initial: 3, value: 3, exposure: reveal },
        { rater: "C", response: 0, initial: 1, value: 4, exposure: reveal },
        { rater: "A", response: 1, initial: 2, value: 2, exposure: reveal },
        { rater: "B", response: 1, initial: 2, value: 3, exposure: reveal },
        { rater: "C", response: 1, initial: 5, value: 2, exposure: reveal },
      ],
    ),
    quick,
  );

  test("where agreement sits", async () => {
    const { anchoring } = await computed;
    // Afterwards 4 3 4 and 2 3 2: two pairs of six agree, both on the draft. Before, 3 3 1 and 2 2 5: one of two.
    expect(of(anchoring.onDraft).find(({ exposure }) => exposure === "exposed")).toMatchObject({
      values: 6,
      onDraft: 4,
      draftShare: 4 / 6,
      pairs: 6,
      agreeing: 2,
      agreeingOnDraft: 2,
      agreeingShare: 1,
    });
    expect(of(anchoring.onDraft).find(({ exposure }) => exposure === "independent")).toMatchObject({
      values: 6,
      onDraft: 2,
      agreeing: 2,
      agreeingOnDraft: 1,
      agreeingShare: 0.5,
    });
    expect(of(anchoring.onDraft).find(({ exposure }) => exposure === "unknown")).toMatchObject({
      draftShare: null,
      valuesReason: "none-qualify",
      agreeingShare: null,
      pairsReason: "none-qualify",
    });
  });

  test("own values before and after", async () => {
    const { anchoring } = await computed;
    // Differed: 3→4, 3→3, 1→4 of draft 4, and 5→2 of draft 2; weights 1, 0, 1, 1. Equal: 2→2 and 2→3.
    expect(of(anchoring.changes)).toEqual([
      {
        scope: "C1",
        origin: "llm",
        differed: 4,
        switched: 3,
        changed: 3,
        switchRate: 0.75,
        switchRateCi: null,
        changeRate: 0.75,
        changeRateCi: null,
        differedReason: null,
        agreed: 2,
        left: 1,
        leaveRate: 0.5,
        leaveRateCi: null,
        agreedReason: null,
        weightOfAdvice: 0.75,
        // Two tasks are too few for an interval.
        weightOfAdviceCi: null,
        advised: 4,
        beyond: 0,
        adviceReason: null,
        tasks: 2,
      },
    ]);
  });

  test("correction, scrutiny, subjectivity, outlier", async () => {
    const { anchoring } = await computed;
    // Draft 4, majority 3: B corrects and scrutinises, A and C follow. Draft 2, majority 2: B leaves it; C was an outlier.
    const shares = of(anchoring.stances).map(({ stance, count, qualified }) => [stance, count, qualified]);
    expect(shares).toEqual([
      ["correction", 1, 3],
      ["scrutiny", 1, 3],
      ["subjectivity", 1, 3],
      ["outlier", 1, 1],
    ]);
  });

  test("with the draft in view against without", async () => {
    const { anchoring } = await computed;
    const [mean, alpha, draft] = of(anchoring.contrasts);
    // 4 3 4 2 3 2 against 3 3 1 2 2 5.
    expect(mean).toMatchObject({
      by: "exposure",
      first: "exposed",
      second: "independent",
      statistic: "mean",
    });
    expect(mean?.firstValue).toBeCloseTo(3, 12);
    expect(mean?.secondValue).toBeCloseTo(16 / 6, 12);
    expect(mean?.difference).toBeCloseTo(1 / 3, 12);
    expect(alpha).toMatchObject({ statistic: "alpha", level: "ordinal", reason: null });
    expect(draft?.difference).toBeCloseTo(4 / 6 - 2 / 6, 12);
    // Each of two tasks may swap its sides: four arrangements, two of which differ this much or more.
    expect(draft?.p).toBeGreaterThan(0.3);
    expect(draft?.tasks).toBe(2);
  });
});

test("p is 1 for arms that never differ and small for arms that always do", async () => {
  const tasks = Array.from({ length: 12 }, (_, n) => n);
  const answersOf = (withDraft: (n: number) => number) =>
    tasks.flatMap((response): Stated[] => [
      { rater: "A", response, value: 1 + (response % 3), arm: "alone" },
      { rater: "B", response, value: withDraft(response), arm: "draft", exposure: "draft-first" },
    ]);
  const drafted = tasks.map((n) => 2 + (n % 3));
  const meanOf = async (data: readonly Stated[]) =>
    of((await reportOf(studyOf(drafted, data), quick)).anchoring.contrasts).find(
      ({ by, statistic }) => by === "arm" && statistic === "mean",
    );
  expect(await meanOf(answersOf((n) => 1 + (n % 3)))).toMatchObject({ difference: 0, ci: [0, 0, 12], p: 1 });
  const shifted = await meanOf(answersOf((n) => 2 + (n % 3)));
  expect(shifted).toMatchObject({ first: "alone", second: "draft" });
  for (const number of [shifted?.difference, ...(shifted?.ci ?? [null]).slice(0, 2)])
    expect(number).toBeCloseTo(-1, 12);
  expect(shifted?.p).toBeLessThan(0.02);
});

test("people who judged everything in both arms count once in each", async () => {
  const tasks = [0, 1, 2, 3];
  const drafted = [1, 2, 3, 4];
  const stated = tasks.flatMap((response) =>
    ["A", "B"].flatMap((rater): Stated[] => [
      // Without the draft A is two points above it where the scale allows, and B one; with it they follow it.
      { rater, response, value: Math.min(5, response + (rater === "A" ? 3 : 2)), arm: "alone" },
      { rater, response, value: drafted[response] ?? 0, arm: "draft", exposure: "draft-first" },
    ]),
  );
  const { arms, anchoring, study } = await reportOf(studyOf(drafted, stated), quick);
  expect(study.repeated).toBe(8);
  expect(of(arms).map(({ arm, pairable, value }) => [arm, pairable, value])).toEqual([
    ["alone", 8, expect.any(Number)],
    ["draft", 8, 1],
  ]);
  const [mean, alpha, draft] = of(anchoring.contrasts).filter(({ by }) => by === "arm");
  // 3 2, 4 3, 5 4, 5 5 alone; 1 1, 2 2, 3 3, 4 4 with the draft.
  expect(mean).toMatchObject({ firstValue: 31 / 8, secondValue: 20 / 8, firstRatings: 8, secondRatings: 8 });
  expect(alpha).toMatchObject({ secondValue: 1, reason: null });
  expect(draft).toMatchObject({ firstValue: 0, secondValue: 1, difference: -1, ci: null });
});

test("comparisons without judgements have reasons instead of numbers", async () => {
  const { anchoring, raters } = await reportOf(studyOf([3], []), quick);
  expect(raters).toEqual({ pairs: [], each: [] });
  expect(anchoring.contrasts).toEqual([]);
  for (const row of [...anchoring.onDraft, ...anchoring.changes, ...anchoring.stances]) {
    expect(Object.values(row)).not.toContain(Number.NaN);
    expect(Object.values(row)).toContain("none-qualify");
  }
});

const points = fc.integer({ min: 1, max: 5 });
const anyAnswers = fc.uniqueArray(
  fc.record({
    rater: fc.constantFrom("A", "B", "C"),
    response: fc.integer({ min: 0, max: 3 }),
    value: points,
    initial: fc.option(points),
    exposure: fc.constantFrom("none" as const, "judge-then-reveal" as const, "draft-first" as const),
    arm: fc.constantFrom("x", "y"),
  }),
  { selector: ({ rater, response }) => `${rater}${response}`, maxLength: 12 },
);

property.prop([fc.array(points, { minLength: 4, maxLength: 4 }), anyAnswers], { numRuns: 10 })(
  "the definitions, written out pair by pair, give the same numbers",
  async (drafted, stated) => {
    const { anchoring } = await reportOf(studyOf(drafted, stated), { replicates: 5, seed: 1 });
    const exposed = stated.filter(({ exposure }) => exposure !== "none");
    let pairs = 0;
    let agreeing = 0;
    let onDraft = 0;
    for (const a of exposed) {
      for (const b of exposed) {
        if (a.response !== b.response || a.rater >= b.rater) continue;
        pairs++;
        if (a.value !== b.value) continue;
        agreeing++;
        if (a.value === drafted[a.response]) onDraft++;
      }
    }
    expect(
      of(anchoring.onDraft).find(({ exposure }) => exposure === "exposed") ?? { pairs: 0 },
    ).toMatchObject({
      pairs,
      ...(pairs > 0 ? { agreeing, agreeingOnDraft: onDraft } : {}),
    });

    // A value from before the draft exists only if there was such a moment.
    const before = exposed.flatMap((one) =>
      one.exposure === "judge-then-reveal" && one.initial != null
        ? [{ ...one, own: one.initial, draft: drafted[one.response] ?? 0 }]
        : [],
    );
    const differed = before.filter(({ own, draft }) => own !== draft);
    const weights = differed.map(({ own, draft, value }) =>
      Math.min(1, Math.max(0, (value - own) / (draft - own))),
    );
    const [change] = of(anchoring.changes);
    expect(change?.differed ?? 0).toBe(differed.length);
    expect(change?.switched ?? 0).toBe(differed.filter(({ value, draft }) => value === draft).length);
    if (weights.length > 0)
      expect(change?.weightOfAdvice).toBeCloseTo(weights.reduce((a, b) => a + b, 0) / weights.length, 12);

    for (const row of of(anchoring.contrasts).filter(
      ({ by, statistic }) => by === "arm" && statistic === "mean",
    )) {
      const meanIn = (arm: string) => {
        const values = stated.filter((one) => one.arm === arm).map(({ value }) => value);
        return values.reduce((a, b) => a + b, 0) / values.length;
      };
      expect(row.difference).toBeCloseTo(meanIn("x") - meanIn("y"), 12);
      expect(row.p).toBeGreaterThan(0);
      expect(row.p).toBeLessThanOrEqual(1);
    }
  },
);
