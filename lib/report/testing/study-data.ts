import type { Value } from "@/lib/judgement/schema";
import type {
  ReportDraft,
  ReportItem,
  ReportJudgement,
  ReportTask,
  StudyData,
} from "@/lib/report/schema/study";
import { gptDraft } from "@/lib/report/testing/draft";

export const quick = { replicates: 50, seed: 42 };
export const YESNO = { type: "yesno" } as const;
export const FIVE = { type: "points", min: 1, max: 5 } as const;

export const about = (n: number, item = "k") => ({ task: `t${n}`, item, response: `r${n}`, pair: null });
export const compare = (n: number) => ({
  task: `t${n}`,
  item: "preference",
  response: null,
  pair: [`a${n}`, `b${n}`] as const,
});
export const taskOf = (n: number, more: Partial<ReportTask> = {}): ReportTask => ({
  id: `t${n}`,
  tags: [],
  instruction: "…",
  ...more,
});
export const itemOf = (scale: ReportItem["scale"], more: Partial<ReportItem> = {}): ReportItem => ({
  key: "k",
  id: "C1",
  rubric: "c",
  task: null,
  name: "Clear",
  text: "…",
  category: null,
  scale,
  model: null,
  method: null,
  ...more,
});
export const judged = (id: string, rater: string, more: Partial<ReportJudgement> & { value: Value | null }) =>
  ({
    id,
    ...about(0),
    rater,
    raterKind: "human",
    arm: null,
    exposure: "none",
    draft: null,
    initial: undefined,
    lines: [],
    activeMs: null,
    startedAt: null,
    submittedAt: null,
    ...more,
  }) satisfies ReportJudgement;
export const drafted = (n: number, value: Value | null, more: Partial<ReportDraft> = {}) =>
  gptDraft(n, about(n), value, more);
export function studyOf(more: Partial<StudyData> & { n: number }): StudyData {
  const { n, ...given } = more;
  const places = Array.from({ length: n }, (_, at) => at);
  return {
    name: "s",
    tasks: places.map((at) => taskOf(at)),
    responses: places.map((at) => ({ id: `r${at}`, task: `t${at}`, model: at % 2 ? "odd" : "even" })),
    items: [],
    drafts: [],
    judgements: [],
    decisions: [],
    ...given,
  };
}

/** The values of several people for response 0, 1, …; null for none. */
export const table = (
  people: Record<string, readonly (Value | null)[]>,
  more: (rater: string, n: number) => Partial<ReportJudgement> = () => ({}),
) =>
  Object.entries(people).flatMap(([rater, values]) =>
    values.flatMap((value, n) =>
      value === null ? [] : [judged(`${rater}${n}`, rater, { ...about(n), value, ...more(rater, n) })],
    ),
  );
