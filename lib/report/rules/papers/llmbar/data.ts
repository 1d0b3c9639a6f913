import { PREFERENCE } from "@/lib/judgement/schema/units";
import { againstGoldOf } from "@/lib/report/rules/against-gold";
import { provenanceParts } from "@/lib/report/rules/papers/from-report";
import { ADVERSARIAL, MAIN, type Subset, tagOf } from "@/lib/report/rules/papers/llmbar/subsets";
import { preferencesFromScores } from "@/lib/report/rules/papers/scores-as-preferences";
import type { Units } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { Report } from "@/lib/report/schema";
import type { AgainstGoldRow } from "@/lib/report/schema/against-gold";
import type { MissingRecords, PaperSource } from "@/lib/report/schema/paper-table";
import type { ReportDraft, StudyData } from "@/lib/report/schema/study";
import { type Evaluator, evaluatorOf } from "./evaluators";

const AVERAGE = "average";
const ADVERSARIAL_AVERAGE = "adversarial";

/** A part of a study: a subset of the paper's, the tasks with a tag of another benchmark, or a mean over subsets. */
export type Part = Subset | { tag: string } | "all" | "average" | "adversarial";

/** One judge's rows against gold: a model, or another source of verdicts, under one condition. */
export interface JudgeRows {
  rater: string;
  raterKind: AgainstGoldRow["raterKind"];
  method: string | null;
  condition: string | null;
  evaluator: Evaluator | null;
  /** By subset, tag or average; undefined where it has no units. */
  of: (subset: Part) => AgainstGoldRow | undefined;
}

/** A study as LLMBar's tables read it. Computed once for all of them. */
export interface LlmbarData {
  units: Units;
  report: Pick<Report, "made" | "study">;
  judges: JudgeRows[];
  /** Tasks with a pair of known preference. */
  goldTasks: ReadonlySet<string>;
  tagged: (subset: Subset) => string | null;
}

const known = new WeakMap<StudyData, Map<string, LlmbarData>>();

/** The study with the preferences that follow from scores, compared with gold. */
export function llmbarData({ study, options }: PaperSource): LlmbarData {
  const key = JSON.stringify(options);
  const cache = known.get(study) ?? new Map<string, LlmbarData>();
  known.set(study, cache);
  const found = cache.get(key) ?? computed(study, options);
  cache.set(key, found);
  return found;
}

function computed(study: StudyData, options: PaperSource["options"]): LlmbarData {
  const units = unitsOf(study);
  const tags = new Map([...MAIN].map((subset) => [subset, tagOf(subset, study.tasks)]));
  const tagged = (subset: Subset) => tags.get(subset) ?? tagOf(subset, study.tasks);
  const listed = (subsets: readonly Subset[]) => subsets.flatMap((subset) => tagged(subset) ?? []);
  const macro = [
    { name: AVERAGE, tags: listed(MAIN), of: MAIN.length },
    { name: ADVERSARIAL_AVERAGE, tags: listed(ADVERSARIAL), of: ADVERSARIAL.length },
  ].flatMap(({ of, ...set }) => (set.tags.length === of ? [set] : []));
  const drafts: ReportDraft[] = [...study.drafts, ...preferencesFromScores(study, units)].filter(
    ({ item }) => item === PREFERENCE,
  );
  const rows = againstGoldOf({ ...study, drafts }, units, { ...options, macro }).filter(
    ({ raterKind }) => raterKind === "llm" || raterKind === "rules",
  );
  const byJudge = new Map<string, AgainstGoldRow[]>();
  for (const row of rows) {
    const judge = JSON.stringify([row.rater, row.raterKind, row.method, row.condition]);
    byJudge.set(judge, [...(byJudge.get(judge) ?? []), row]);
  }
  return {
    units,
    report: provenanceParts(study, units, options),
    judges: [...byJudge.values()].map((own) => judgeOf(own, tagged)),
    goldTasks: tasksWithGold(units),
    tagged,
  };
}

function judgeOf(rows: readonly AgainstGoldRow[], tagged: (subset: Subset) => string | null): JudgeRows {
  const { rater, raterKind, method, condition } = rows[0] as AgainstGoldRow;
  const bySubset = new Map(rows.map((row) => [row.subset, row]));
  return {
    ...{ rater, raterKind, method, condition },
    evaluator: evaluatorOf({ method, condition }),
    of: (subset) => {
      if (subset === "all") return bySubset.get("all");
      if (typeof subset === "string") return bySubset.get(`macro:${subset}`);
      const tag = "tag" in subset ? subset.tag : tagged(subset);
      return tag === null ? undefined : bySubset.get(`tag:${tag}`);
    },
  };
}

function tasksWithGold({ byItem }: Units): Set<string> {
  const tasks = new Set<string>();
  for (const { task, others } of byItem.get(PREFERENCE) ?? [])
    if (others.some(({ rater }) => rater.kind === "gold")) tasks.add(task);
  return tasks;
}

/** The records that a table lacks, if there is no gold or no such judge. */
export function lacking(
  { goldTasks, judges }: LlmbarData,
  isWanted: (judge: JudgeRows) => boolean,
  what: string,
): MissingRecords | null {
  const missing = [
    ...(goldTasks.size === 0 ? ["gold preferences: judgements of pairs by a rater of the kind gold"] : []),
    ...(judges.some(isWanted) ? [] : [what]),
  ];
  return missing.length === 0 ? null : { missing };
}
