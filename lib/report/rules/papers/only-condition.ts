import type { StudyData } from "@/lib/report/schema/study";

/** The one condition of a judge's drafts, which a report of a single condition does not name. */
export function onlyCondition(
  { drafts }: Pick<StudyData, "drafts">,
  judge: { name: string; method: string | null },
): string | null {
  for (const { rater, method, condition } of drafts)
    if (rater === judge.name && method === judge.method) return condition;
  return null;
}
