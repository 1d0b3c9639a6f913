import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findRubricSources } from "@/lib/dataset/data/find-rubric-sources";
import type { RunChoices } from "@/lib/drafting/schema/runs";

const EXAMPLES = 100;
const TITLE = 80;

export async function findRunChoices(actor: Member<"admin">, datasetId: string): Promise<RunChoices> {
  const dataset = { id: datasetId, state: "ready", project: memberOf(actor) } as const;
  if (!isUuid(datasetId) || (await db.dataset.count({ where: dataset })) === 0)
    return { rubrics: [], several: [], examples: [] };
  const [{ rubrics, several }, tasks] = await Promise.all([
    findRubricSources(db, datasetId),
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
    several,
    examples: tasks.map(({ instruction, ...task }) => ({ ...task, title: instruction.slice(0, TITLE) })),
  };
}
