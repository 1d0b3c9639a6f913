import { RATER_KINDS, type RaterKind } from "@/lib/judgement/schema";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import type { RatingsTable } from "./ratings-table";

/** The numbers of records and raters of a study of which only the ratings were read. */
export async function summaryOfTable(
  table: RatingsTable,
  { name, decisions }: Pick<StudyData, "name" | "decisions">,
  { tasks, responses }: { tasks: number; responses: number },
): Promise<Omit<StudySummary, "setAside">> {
  const { given, skipped, undated, drafted } = table.read;
  const seen = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  const note = (kind: RaterKind, ...rater: (string | null)[]) => seen.get(kind)?.add(JSON.stringify(rater));
  for (const { kind, code, method, condition } of table.raters) note(kind, code, method, condition);
  for (const { raterKind, rater } of decisions) note(raterKind, rater, null, null);
  const count = (kind: RaterKind) => seen.get(kind)?.size ?? 0;
  return {
    ...{ name, tasks, responses, drafts: drafted, judgements: given, decisions: decisions.length },
    ...{ labellings: 0, labellingsSetAside: 0 },
    adjudicated: table.adjudicated,
    raters: Object.fromEntries(RATER_KINDS.map((kind) => [kind, count(kind)])) as StudySummary["raters"],
    ...{ skipped, undated, repeated: table.repeated },
  };
}
