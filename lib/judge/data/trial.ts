import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { GivenValue } from "@/lib/drafting/schema/judge-spec";
import { comparedWithOf } from "@/lib/judge/data/human-labels";
import { listJudgeValues } from "@/lib/judge/data/judge-values";
import { trialTasks } from "@/lib/judge/data/run-version";
import { Prisma } from "@/prisma/generated/client/client";

interface Tried {
  value: GivenValue | null;
  lines: string[];
}

/** A unit of the trial tasks with the value of each version, null where it has none. */
export interface TrialRow {
  key: string;
  task: string;
  responses: { model: string | null; text: string }[];
  question: string | null;
  values: (Tried | null)[];
}

const EXCERPT = 300;

/**
 * The values of versions for the trial tasks, side by side, in the order of `versions`. Null when the judge is not
 * the researcher's.
 */
export async function findTrial(
  researcher: Member<"researcher">,
  datasetId: string,
  versions: readonly string[],
): Promise<TrialRow[] | null> {
  const dataset = { id: datasetId, deletedAt: null, project: memberOf(researcher) };
  if ((await db.dataset.count({ where: dataset })) === 0) return null;
  const known = await db.judgeVersion.findMany({
    where: { id: { in: [...versions] }, judge: { project: memberOf(researcher) } },
    select: { id: true, spec: true, judge: { select: { subject: true } } },
  });
  const [first] = known;
  if (!first || known.length < new Set(versions).size) return null;
  const tasks = await trialTasks(
    datasetId,
    comparedWithOf({ subject: first.judge.subject, versions: known }),
  );
  const values = await listJudgeValues(datasetId, versions, Prisma.sql`d."taskId" = ANY (${tasks}::uuid[])`);
  const [texts, responses, items] = await Promise.all([
    db.task.findMany({ where: { id: { in: tasks } }, select: { id: true, key: true, position: true } }),
    db.response.findMany({
      where: { taskId: { in: tasks } },
      select: { id: true, model: true, text: true, position: true },
    }),
    db.itemVersion.findMany({
      where: { itemId: { in: values.flatMap(({ itemId }) => itemId ?? []) } },
      orderBy: { rubricVersion: { version: "asc" } },
      select: { itemId: true, text: true },
    }),
  ]);
  const taskOf = new Map(texts.map((task) => [task.id, task]));
  const responseOf = new Map(responses.map((response) => [response.id, response]));
  const questionOf = new Map(items.map(({ itemId, text }) => [itemId, text]));
  const rows = new Map<string, TrialRow & { order: number[] }>();
  for (const { version, taskId, responseId, responseBId, itemId, value, lines } of values) {
    const key = [taskId, responseId, responseBId, itemId].join(" ");
    const shown = [responseId, responseBId].flatMap((id) => responseOf.get(id ?? "") ?? []);
    const row = rows.get(key) ?? {
      key,
      task: taskOf.get(taskId)?.key ?? "",
      responses: shown.map(({ model, text }) => ({ model, text: text.slice(0, EXCERPT) })),
      question: questionOf.get(itemId ?? "") ?? null,
      values: versions.map(() => null),
      order: [taskOf.get(taskId)?.position ?? 0, ...shown.map(({ position }) => position)],
    };
    row.values = row.values.with(versions.indexOf(version), { value, lines });
    rows.set(key, row);
  }
  const sorted = [...rows.values()].sort(
    (a, b) => (a.order[0] ?? 0) - (b.order[0] ?? 0) || (a.order[1] ?? 0) - (b.order[1] ?? 0),
  );
  return sorted.map(({ order: _, ...row }) => row);
}
