import { expect, test } from "vitest";
import type { Value } from "@/lib/judgement/schema";
import type { ReportGold, ReportPlanted } from "@/lib/quality/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { ReportJudgement } from "@/lib/report/schema/study";
import {
  about,
  compare,
  drafted,
  FIVE,
  itemOf,
  judged,
  quick,
  studyOf,
  table,
  YESNO,
} from "@/lib/report/testing/study-data";
import { tableCsv } from "./render/csv";
import { tableMarkdown } from "./render/markdown";
import { STAGE_NAMES, sessionStages } from "./sessions";
import { tablesOf } from "./tables/all";

test("a session ends with half an hour without a submission", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString();
  const minutes = [0, 5, 10, 15, 20, 25, 56];
  const judgements = minutes.map((minute, n) =>
    judged(`j${n}`, "A", { ...about(n), value: "yes", submittedAt: at(minute) }),
  );
  const stages = sessionStages([...judgements, judged("x", "A", { value: "no" })]);
  expect(Array.from({ length: stages.length }, (_, place) => STAGE_NAMES[stages[place] ?? -1])).toEqual([
    ...["1-5", "1-5", "1-5", "1-5", "1-5"],
    "6-10",
    "1-5",
    undefined,
  ]);
});

test("agreement is computed among people of one arm and of one stage of their sessions", async () => {
  const people = { A: ["yes", "no"], B: ["yes", "no"], C: ["no", "yes"], D: ["no", "yes"] } as const;
  const report = await reportOf(
    studyOf({
      n: 2,
      items: [itemOf(YESNO)],
      judgements: table(people, (rater, n) => ({
        arm: rater < "C" ? "one" : "two",
        submittedAt: new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString(),
      })),
    }),
    quick,
  );
  const { arms, positions } = report;
  expect(arms.filter(({ scope }) => scope === "C1").map(({ arm, value }) => [arm, value])).toEqual([
    ["one", 1],
    ["two", 1],
  ]);
  // 2 yes and 2 no on both units: chance agreement exceeds 1 of 3.
  expect(positions[0]).toMatchObject({ position: "1-5", units: 2, percentAgreement: 1 / 3 });
  const written = tablesOf(report, []).find(({ name }) => name === "agreement-by-position");
  if (!written) return expect.fail();
  expect(tableMarkdown(written)).toContain("| 1–5 |");
  expect(tableMarkdown(written)).not.toContain("1-5");
  expect(tableCsv(written)).toContain('"1-5","1–5"');
});

test("a draft is taken over unread when that took less time than reading at 400 words a minute", async () => {
  // 80 words are 12 seconds.
  const over = (n: number, activeMs: number, more: Partial<ReportJudgement> = {}) =>
    judged(`j${n}`, "A", {
      ...about(n),
      value: 4,
      draft: `d${n}`,
      exposure: "draft-first",
      activeMs,
      ...more,
    });
  const { anchoring } = await reportOf(
    studyOf({
      n: 4,
      items: [itemOf(FIVE)],
      drafts: [0, 1, 2, 3].map((n) => drafted(n, 4, { words: 80 })),
      judgements: [
        over(0, 11_000),
        over(1, 13_000),
        over(2, 1_000, { value: 3 }),
        over(3, 1_000, { lines: [{ draft: 0, action: "remove", reason: null, text: null }] }),
      ],
    }),
    quick,
  );
  expect(anchoring.reading.find(({ scope }) => scope === "C1")).toEqual({
    scope: "C1",
    origin: "llm",
    accepted: 2,
    faster: 1,
    share: 1 / 2,
    ci: null,
    medianSeconds: 12,
    medianWords: 80,
    reason: null,
    tasks: 2,
  });
});

test("a drafted preference counts as adopted when it is for the same response, on either side", async () => {
  const turned = (n: number) => ({ ...compare(n), pair: [`b${n}`, `a${n}`] as const });
  const over = (n: number, value: Value) =>
    judged(`j${n}`, "A", { ...compare(n), value, draft: `d${n}`, exposure: "draft-first", activeMs: 1_000 });
  const { anchoring } = await reportOf(
    studyOf({
      n: 4,
      // For the pair in reverse order: its A is the second response.
      drafts: [drafted(0, "A"), drafted(1, "A"), drafted(2, 2), drafted(3, 2)].map((draft, n) => ({
        ...draft,
        ...turned(n),
        words: 80,
      })),
      judgements: [over(0, "B"), over(1, "B"), over(2, 4), over(3, 2)],
    }),
    quick,
  );
  expect(anchoring.reading.find(({ scope }) => scope === "preference")).toMatchObject({
    accepted: 3,
    faster: 3,
  });
});

test("a choice of a side is compared with the side that a drafted score of five points favours", async () => {
  const chosen = (n: number, value: Value, more: Partial<ReportJudgement>) =>
    judged(`j${n}`, "A", { ...compare(n), value, draft: `d${n}`, ...more });
  const { anchoring } = await reportOf(
    studyOf({
      n: 3,
      drafts: [2, 5, 1].map((value, n) => ({ ...drafted(n, value), ...compare(n), words: 80 })),
      judgements: [
        chosen(0, "A", { exposure: "draft-first", activeMs: 1_000 }),
        chosen(1, "B", { exposure: "judge-then-reveal", initial: "A" }),
        chosen(2, "B", { exposure: "judge-then-reveal", initial: "B" }),
      ],
    }),
    quick,
  );
  const of = <Row extends { scope: string }>(rows: readonly Row[]) =>
    rows.filter(({ scope }) => scope === "preference");
  expect(of(anchoring.onDraft).find(({ exposure }) => exposure === "exposed")).toMatchObject({
    values: 3,
    onDraft: 2,
  });
  expect(of(anchoring.changes)).toMatchObject([{ differed: 2, switched: 1, weightOfAdvice: 1 / 2 }]);
  expect(of(anchoring.reading)).toMatchObject([{ accepted: 1, faster: 1 }]);
});

const N = 24;
const even = (n: number): Value => (n % 2 ? "yes" : "no");
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString();
const values = (of: (n: number) => Value) => Array.from({ length: N }, (_, n) => of(n));
const { annotators } = await reportOf(
  studyOf({
    n: N,
    items: [itemOf(YESNO)],
    judgements: [
      ...table(
        { A: values(even), B: values(even), C: values(even), Yes: values(() => "yes") },
        (rater, n) => ({ submittedAt: minute(n), activeMs: rater === "Yes" ? 1_000 : 30_000 }),
      ),
      ...[1, 3, 5, 7, 9].map((n) =>
        judged(`g${n}`, "gold", { ...about(n), raterKind: "gold", value: even(n), exposure: null }),
      ),
    ],
  }),
  quick,
);
const of = (rater: string) => annotators.find((row) => row.rater === rater);

test("in numbers", () => {
  expect(of("A")).toMatchObject({
    judgements: 24,
    activeHours: 0.2,
    perHour: 120,
    medianSeconds: 30,
    golds: 5,
    goldShare: 1,
    topShare: 1 / 2,
    longestRun: 1,
    drift: 0,
    looks: [],
  });
  // Two of the three others always, the fourth on every second response.
  expect(of("A")?.agreement).toBeCloseTo(5 / 6, 12);
});

test("without a time there is no longest run and no pace, rather than 0", async () => {
  const { annotators } = await reportOf(
    studyOf({ n: 2, items: [itemOf(YESNO)], judgements: table({ A: ["yes", "yes"] }) }),
    quick,
  );
  expect(annotators).toMatchObject([
    {
      longestRun: null,
      longestRunReason: "no-time",
      perHour: null,
      activeHours: null,
      timed: 0,
      compared: 0,
    },
  ]);
});

test("elapsed time is not active time, and is counted once for all judgements made in it", async () => {
  const hour = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString();
  // Two at once in half an hour, one in the quarter after it.
  const spans = [
    [0, 30],
    [0, 30],
    [30, 45],
  ] as const;
  const { annotators } = await reportOf(
    studyOf({
      n: 3,
      items: [itemOf(YESNO)],
      judgements: table({ A: ["yes", "no", "yes"] }, (_, n) => ({
        startedAt: hour(spans[n]?.[0] ?? 0),
        submittedAt: hour(spans[n]?.[1] ?? 0),
      })),
    }),
    quick,
  );
  expect(annotators).toMatchObject([
    { activeHours: null, activeReason: "not-measured", perHour: 4, medianSeconds: 1_800, timed: 3 },
  ]);
});

test("marked gold replaces imported gold", async () => {
  const gold = (rater: string, value: Value) =>
    judged(rater, rater, { ...about(0), raterKind: "gold", exposure: null, value });
  const { annotators } = await reportOf(
    studyOf({
      n: 1,
      items: [itemOf(FIVE)],
      judgements: [...table({ A: [3] }), gold("expert", 5), gold("gold", 3)],
    }),
    quick,
  );
  expect(annotators).toMatchObject([{ golds: 1, goldShare: 1, goldDistance: 0 }]);
});

test("results on gold and planted errors are listed for every annotator, also for those who only labelled or reviewed", async () => {
  const gold = (task: string, more: Partial<ReportGold> & Pick<ReportGold, "about" | "given" | "gold">) => ({
    rater: "L",
    arm: "a",
    task,
    times: 1,
    ...more,
  });
  const errors = (task: string, detected: number): ReportPlanted => ({
    ...{ kind: "labels", arm: "a", rater: "L", task },
    ...{ planted: 3, detected, left: 2, overruled: 1 },
  });
  const { annotators } = await reportOf(
    studyOf({
      n: 1,
      golds: [
        gold("t0", { about: "labels", given: ["x"], gold: ["x", "y"], times: 2 }),
        gold("t1", { about: "labels", given: ["y", "x"], gold: ["x", "y"] }),
        gold("t1", { about: "value", given: 3, gold: 5 }),
        // A forced choice is not counted against a tie.
        gold("t1", { about: "preference", given: "A", gold: "tie" }),
        gold("t2", { about: "preference", given: 2, gold: "A" }),
      ],
      planted: [errors("t0", 1), errors("t1", 0)],
    }),
    quick,
  );
  expect(annotators).toMatchObject([
    {
      rater: "L",
      judgements: 0,
      agreementReason: "no-common-units",
      golds: 5,
      goldShare: 2 / 5,
      goldDistance: 2,
      goldShared: 2 / 3,
      planted: 6,
      detection: 1 / 6,
      left: 4,
      falseAlarm: 2 / 4,
      looks: [
        { look: "gold", why: "40 % of 5 gold values" },
        { look: "planted", why: "noticed 17 % of 6 planted errors" },
      ],
    },
  ]);
  // Three tasks give no interval.
  expect(annotators[0]?.goldCi).toBeNull();
});

test("and where to look, with the numbers that say so", () => {
  expect(of("Yes")).toMatchObject({ topValue: "yes", topShare: 1, othersShare: 1 / 2, longestRun: 24 });
  expect(of("Yes")?.looks).toEqual([
    { look: "fast", why: "1.0 s for half of the judgements; 30.0 s among the others" },
    {
      look: "same-value",
      why: "“yes” in 100 %; the others gave it to the same units in 50 %, 24 in a row at most",
    },
    { look: "apart", why: "agrees with the others in 50 %; they do in 83 %" },
  ]);
});
