import { db } from "@/lib/database/db";

/** What a run has lost or made twice. */
export async function problemsIn({ id, method, units }: { id: string; method: string; units: number }) {
  const problems: string[] = [];
  const states = await db.draftUnit.groupBy({ by: ["state"], where: { runId: id }, _count: true });
  const done = states.find(({ state }) => state === "done")?._count ?? 0;
  if (done !== units || states.length !== 1) problems.push(`${method}: ${done} of ${units} units are done`);
  const drafts = await db.draft.groupBy({
    by: ["unitId", "key"],
    where: { unit: { runId: id } },
    _count: true,
    having: { key: { _count: { gt: 1 } } },
  });
  if (drafts.length > 0) problems.push(`${method}: ${drafts.length} drafts exist twice`);
  const responses = await db.generatedResponse.groupBy({
    by: ["unitId", "role", "iteration", "sample"],
    where: { unit: { runId: id } },
    _count: true,
  });
  if (responses.some(({ _count }) => _count !== 1)) problems.push(`${method}: responses exist twice`);
  if (method.startsWith("stick.") && new Set(responses.map(({ unitId }) => unitId)).size !== units)
    problems.push(`${method}: a task has no response`);
  // Each call has one complete answer, whatever was killed: a second one would have been paid for twice.
  const answers = await db.llmCall.groupBy({
    by: ["callKey"],
    where: { runId: id, state: "ok" },
    _count: true,
    having: { callKey: { _count: { gt: 1 } } },
  });
  if (answers.length > 0) problems.push(`${method}: ${answers.length} answers exist twice`);
  return problems;
}
