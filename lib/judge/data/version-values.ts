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
    const item = of.items.get(value.itemId ?? "");
    const place = [task?.position, first?.position, second?.position, ...(item?.place ?? [])].map(
      (position) => position ?? 0,
    );
    return {
      place,
      cells: [
        ...[task?.key, first?.key, second?.key, first?.model, second?.model, item?.key, value.value],
        value.votes.length > 0 ? JSON.stringify(value.votes) : null,
        value.lines.join("\n"),
      ],
    };
  });
  rows.sort((a, b) => a.place.map((own, at) => own - (b.place[at] ?? 0)).find((by) => by !== 0) ?? 0);
  return { hash: version.hash, csv: [HEADER, ...rows.map(({ cells }) => cells)].map(csvLine).join("") };
}

/** The subjects of values: their names in study files and exports, and their places in the dataset. */
async function namesOf(datasetId: string, values: readonly JudgeValue[]) {
  const select = { id: true, key: true, position: true } as const;
  const [tasks, responses, items] = await Promise.all([
    db.task.findMany({ where: { datasetId }, select }),
    db.response.findMany({ where: { datasetId }, select: { ...select, model: true } }),
    db.item.findMany({
      where: { id: { in: [...new Set(values.flatMap(({ itemId }) => itemId ?? []))] } },
      select: {
        ...{ id: true, key: true, rubric: { select: { position: true } } },
        versions: { orderBy: { rubricVersion: { version: "desc" } }, take: 1, select: { position: true } },
      },
    }),
  ]);
  return {
    tasks: new Map(tasks.map((task) => [task.id, task])),
    responses: new Map(responses.map((response) => [response.id, response])),
    items: new Map(
      items.map(({ id, key, rubric, versions: [newest] }) => [
        id,
        { key, place: [rubric.position, newest?.position ?? 0] },
      ]),
    ),
  };
}
