import { db } from "@/lib/database/db";
import { callsOfPaperModel } from "@/lib/drafting/testing/expected-calls";
import type { StartedRun } from "./runs";
import { ASKED } from "./study";

/** Problems of a run: drafts lost or made twice, and more or fewer calls than its method has. */
export async function problemsIn({ id, method, units }: StartedRun): Promise<string[]> {
  const problems: string[] = [];
  const states = await db.draftUnit.groupBy({ by: ["state"], where: { runId: id }, _count: true });
  const done = states.find(({ state }) => state === "done")?._count ?? 0;
  if (done !== units || states.length !== 1) problems.push(`${method}: ${done} of ${units} units are done`);
  const ofRun = { unit: { runId: id } };
  const calls = await db.draftUnitCall.count({ where: ofRun });
  const expected = callsOfPaperModel(method, ASKED) * units;
  if (calls !== expected) problems.push(`${method}: ${calls} calls instead of ${expected}`);
  const drafts = await db.draft.groupBy({ by: ["unitId", "key"], where: ofRun, _count: true });
  if (drafts.some(({ _count }) => _count !== 1)) problems.push(`${method}: drafts exist twice`);
  const responses = await db.generatedResponse.groupBy({
    by: ["unitId", "role", "iteration", "sample"],
    where: ofRun,
    _count: true,
  });
  if (responses.some(({ _count }) => _count !== 1)) problems.push(`${method}: responses exist twice`);
  const writes = /^(stick|self_refine|curation)\./.test(method);
  const made = writes ? responses : method.startsWith("salc.criteria") ? null : drafts;
  if (made && new Set(made.map(({ unitId }) => unitId)).size !== units)
    problems.push(`${method}: a unit has no result`);
  return problems;
}

/**
 * Each call has one complete answer, whatever was killed and limited: a second one would have been paid for twice. A
 * request whose answer is not stored was under way when a worker died.
 */
export async function problemsOfCalls(
  project: string,
  { requests, kills, concurrency }: { requests: number; kills: number; concurrency: number },
): Promise<string[]> {
  const calls = await db.llmCall.groupBy({
    by: ["callKey", "state"],
    where: { projectId: project },
    _count: true,
  });
  const twice = calls.filter(({ state, _count }) => state === "ok" && _count > 1).length;
  const open = calls.filter(({ state }) => state === "pending").length;
  const answered = calls.reduce((sum, { state, _count }) => sum + (state === "ok" ? _count : 0), 0);
  const lost = requests - answered;
  console.log(
    `  ${answered} calls answered once each, ${requests} requests, ${lost} of them under way at ${kills} deaths`,
  );
  return [
    twice > 0 && `${twice} calls have two answers`,
    open > 0 && `${open} calls are under way after the end`,
    lost < 0 && "there are more answers than requests",
    lost > kills * concurrency && `${lost} requests without an answer at ${kills} deaths`,
  ].filter((problem) => problem !== false);
}
