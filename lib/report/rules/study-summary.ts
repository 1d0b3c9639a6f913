import { RATER_KINDS, type RaterKind } from "@/lib/judgement/schema";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { momentOf } from "./sessions";
import type { Units } from "./unit";

/** The numbers of records and raters of a study. */
export function studySummary(study: StudyData, { repeated, adjudicated }: Units): StudySummary {
  const counted = { judgements: 0, skipped: 0, undated: 0 };
  const seen = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  const note = (kind: RaterKind, rater: string, method: string | null, condition: string | null = null) =>
    seen.get(kind)?.add(JSON.stringify([rater, method, condition]));
  const judged = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  for (const { raterKind, rater, method, condition } of study.drafts)
    note(raterKind, rater, method, condition);
  for (const { raterKind, rater } of study.decisions) note(raterKind, rater, null);
  for (const judgement of study.judgements) {
    const { raterKind, rater, value } = judgement;
    judged.get(raterKind)?.add(rater);
    if (raterKind === "adjudicator") continue;
    counted.judgements++;
    if (value === null) counted.skipped++;
    if (raterKind === "human" && momentOf(judgement) === null) counted.undated++;
  }
  for (const [kind, raters] of judged) for (const rater of raters) note(kind, rater, null);
  const count = (kind: RaterKind) => seen.get(kind)?.size ?? 0;
  return {
    name: study.name,
    tasks: study.tasks.length,
    responses: study.responses.length,
    drafts: study.drafts.length,
    judgements: counted.judgements,
    decisions: study.decisions.length,
    labellings: study.labels?.labellings.length ?? 0,
    labellingsSetAside: study.labels?.setAside ?? 0,
    adjudicated,
    raters: {
      human: count("human"),
      llm: count("llm"),
      rules: count("rules"),
      gold: count("gold"),
      adjudicator: count("adjudicator"),
    },
    setAside: study.setAside ?? 0,
    skipped: counted.skipped,
    undated: counted.undated,
    repeated,
  };
}
