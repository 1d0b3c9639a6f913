import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { RunChoices } from "@/lib/drafting/schema/runs";

const EXAMPLES = 100;
const TITLE = 80;

export async function findRunChoices(actor: Member<"admin">, datasetId: string): Promise<RunChoices> {
  const dataset = { id: datasetId, state: "ready", project: memberOf(actor) } as const;
  if (!isUuid(datasetId) || (await db.dataset.count({ where: dataset })) === 0)
    return { rubrics: [], examples: [] };
  const [rubrics, tasks] = await Promise.all([
    db.$queryRaw<RunChoices["rubrics"]>`
      SELECT r."kind"::text AS "kind", v."method", count(DISTINCT r."id")::int AS "rubrics"
      FROM "Rubric" AS r JOIN "RubricVersion" AS v ON v."rubricId" = r."id"
      WHERE r."datasetId" = ${datasetId}::uuid AND v."method" IS NOT NULL
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 200`,
    db.task.findMany({
      where: { datasetId, responses: { some: {} } },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      take: EXAMPLES,
      select: {
        id: true,
        key: true,
        instruction: true,
        responses: {
          orderBy: [{ position: "asc" }, { id: "asc" }],
          take: EXAMPLES,
          select: { id: true, model: true, key: true },
        },
      },
    }),
  ]);
  return {
    rubrics,
    examples: tasks.map(({ instruction, ...task }) => ({ ...task, title: instruction.slice(0, TITLE) })),
  };
}
