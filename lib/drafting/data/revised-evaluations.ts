import "server-only";
import { db } from "@/lib/database/db";
import { linesLeft } from "@/lib/drafting/rules/revised-evaluations";
import type { RevisedEvaluation } from "@/lib/drafting/schema";
import { listEvaluations } from "@/lib/judgement/data/seen-drafts";

/** Evaluations of responses by criterion as people left them, by response. The caller must have checked the right to read. */
export async function revisedEvaluations(
  responses: readonly string[],
): Promise<Map<string, RevisedEvaluation[]>> {
  const found = new Map<string, RevisedEvaluation[]>();
  for (const { responseId, item, score, ...row } of await listEvaluations(db, responses))
    found.set(responseId, [...(found.get(responseId) ?? []), { item, score, lines: linesLeft(row) }]);
  return found;
}
