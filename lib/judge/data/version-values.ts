import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { csvLine } from "@/lib/formats/csv";
import { type JudgeValue, listJudgeValues } from "@/lib/judge/data/judge-values";
import { Prisma } from "@/prisma/generated/client/client";

const HEADER = ["task", "response", "response_b", "model", "model_b", "item", "value", "samples", "reasons"];

/**
 * All values that a version gave on a dataset, as CSV in the order of the dataset: of trials too, of each unit those of its
 * newest run. Null when the researcher may not read either.
 */
export async function versionValuesCsv(
  researcher: Member<"researcher">,
  versionId: string,
  datasetId: string,
): Promise<{ hash: string; csv: string } | null> {
  const version = await db.judgeVersion.findFirst({
    where: {
      id: versionId,
      judge: {
        project: { AND: memberOf(researcher), datasets: { some: { id: datasetId, deletedAt: null } } },
      },
    },
    select: { hash: true },
  });
  if (!version) return null;
  const values = await listJudgeValues(datasetId, [versionId], Prisma.sql`TRUE`);
  const of = await namesOf(datasetId, values);
  const rows = values.map((value) => {
    const task = of.tasks.get(value.taskId);
    const [first, second] = [value.responseId, value.responseBId].map((id) => of.responses.get(id ?? ""));
    const place = [task?.position ?? 0, first?.position ?? 0, second?.position ?? 0];
    const item = of.items.get(value.itemId ?? "");
    return {
      place,
      cells: [
        ...[task?.key, first?.key, second?.key, first?.model, second?.model, item, value.value],
        value.votes.length > 0 ? JSON.stringify(value.votes) : null,
        value.lines.join("\n"),
      ],
    };
  });
  rows.sort((a, b) => a.place.map((own, at) => own - (b.place[at] ?? 0)).find((by) => by !== 0) ?? 0);
  return { hash: version.hash, csv: [HEADER, ...rows.map(({ cells }) => cells)].map(csvLine).join("") };
}

/** The names of what values are about, as study files and exports have them. */
async function namesOf(datasetId: string, values: readonly JudgeValue[]) {
  const select = { id: true, key: true, position: true } as const;
  const [tasks, responses, items] = await Promise.all([
    db.task.findMany({ where: { datasetId }, select }),
    db.response.findMany({ where: { datasetId }, select: { ...select, model: true } }),
    db.item.findMany({
      where: { id: { in: [...new Set(values.flatMap(({ itemId }) => itemId ?? []))] } },
      select: { id: true, key: true },
    }),
  ]);
  return {
    tasks: new Map(tasks.map((task) => [task.id, task])),
    responses: new Map(responses.map((response) => [response.id, response])),
    items: new Map(items.map(({ id, key }) => [id, key])),
  };
}
