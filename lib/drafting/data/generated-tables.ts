import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { scoresIn } from "@/lib/drafting/rules/generated-record";
import { byIteration, type IterationRow } from "@/lib/drafting/rules/refinement";
import { type Candidate, compareSelectors, type SelectorRow } from "@/lib/drafting/rules/response-selectors";
import { ResponseTrace, StopReason } from "@/lib/drafting/schema";

/** A run's generated responses in numbers. */
export interface GeneratedTables {
  tasks: number;
  /** Number of units that each reason ended. */
  stopped: { reason: StopReason; tasks: number }[];
  /** Names of the external scores that any response has. */
  scores: string[];
  /** The course of a refinement; null for other runs. */
  iterations: IterationRow[] | null;
  /** The comparison of selectors by the chosen true score; null for other runs, or without a score. */
  selectors: { truth: string; rows: SelectorRow[]; unscored: number } | null;
}

/**
 * Tables of a run that generated responses; null when the researcher may not read it or it has none. `truth` names the
 * score that counts as true; by default the first one by name. Texts are not read.
 */
export async function findGeneratedTables(
  actor: Member<"researcher">,
  runId: string,
  truth?: string,
): Promise<GeneratedTables | null> {
  const units = await db.draftUnit.findMany({
    where: { runId, run: { project: memberOf(actor) }, responses: { some: {} } },
    orderBy: { position: "asc" },
    select: {
      result: true,
      responses: {
        orderBy: { position: "asc" },
        select: {
          role: true,
          iteration: true,
          yes: true,
          answered: true,
          asked: true,
          trace: true,
          scores: true,
          response: { select: { metadata: true } },
        },
      },
    },
  });
  if (units.length === 0) return null;
  const tasks = units.map(({ responses }) =>
    responses.map(({ role, iteration, yes, answered, asked, trace, scores, response }) => ({
      role,
      iteration,
      passed: yes === null || answered === null || asked === null ? null : { yes, answered, asked },
      selfScore: ResponseTrace.parse(trace).selfScore ?? null,
      scores: scoresIn(response ? response.metadata : scores),
    })),
  );
  const roles = new Set(tasks.flatMap((task) => task.map(({ role }) => role)));
  const names = [...new Set(tasks.flatMap((task) => task.flatMap(({ scores }) => Object.keys(scores))))];
  const scores = names.toSorted();
  const chosen = truth !== undefined && scores.includes(truth) ? truth : scores[0];
  return {
    tasks: tasks.length,
    stopped: countStops(units.map(({ result }) => result)),
    scores,
    iterations: roles.has("initial") ? byIteration(tasks) : null,
    selectors:
      roles.has("candidate") && chosen !== undefined
        ? {
            truth: chosen,
            ...compareSelectors(tasks as Candidate[][], {
              truth: chosen,
              by: scores.filter((name) => name !== chosen),
            }),
          }
        : null,
  };
}

function countStops(results: readonly unknown[]): GeneratedTables["stopped"] {
  const counts = new Map<StopReason, number>();
  for (const result of results) {
    const reason = StopReason.safeParse((result as { stopped?: unknown } | null)?.stopped);
    if (reason.success) counts.set(reason.data, (counts.get(reason.data) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, tasks]) => ({ reason, tasks }))
    .toSorted((a, b) => b.tasks - a.tasks || a.reason.localeCompare(b.reason));
}
