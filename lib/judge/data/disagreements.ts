import "server-only";
import { db } from "@/lib/database/db";
import { withName } from "@/lib/drafting/rules/method";
import type { GivenValue } from "@/lib/drafting/schema/judge-spec";
import type { HumanUnit } from "@/lib/judge/data/human-labels";
import type { Disagreement, WorkshopView } from "@/lib/judge/schema/workshop";

/** A unit on which a judge and people disagree. */
export interface Found {
  unit: HumanUnit & { label: GivenValue };
  judge: { value: GivenValue; lines: string[] };
  before: GivenValue | null;
  distance: number;
}

const SHOWN = 50;
const MOST_TAGS = 200;

/** The worst disagreements that fit a filter, with their texts, and the labels and tags to filter by. */
export async function disagreementRows(
  datasetId: string,
  found: readonly Found[],
  { label, tag }: { label?: string | undefined; tag?: string | undefined },
): Promise<WorkshopView["disagreements"]> {
  const tasks = await db.task.findMany({
    where: { datasetId, id: { in: [...new Set(found.map(({ unit }) => unit.taskId))] } },
    select: { id: true, key: true, instruction: true, tags: true },
  });
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  const fitting = found.filter(
    ({ unit }) =>
      (label === undefined || String(unit.label) === label) &&
      (tag === undefined || taskOf.get(unit.taskId)?.tags.includes(tag)),
  );
  const shown = fitting.slice(0, SHOWN);
  const [responses, items] = await Promise.all([
    db.response.findMany({
      where: { id: { in: shown.flatMap(({ unit }) => [unit.responseId, unit.responseBId ?? []].flat()) } },
      select: { id: true, model: true, text: true },
    }),
    db.itemVersion.findMany({
      where: { itemId: { in: shown.flatMap(({ unit }) => unit.itemId ?? []) } },
      orderBy: { rubricVersion: { version: "asc" } },
      select: { itemId: true, name: true, text: true },
    }),
  ]);
  const responseOf = new Map(responses.map((response) => [response.id, response]));
  const questionOf = new Map(items.map((item) => [item.itemId, withName(item)]));
  const rows = shown.flatMap(({ unit, ...rest }): Disagreement[] => {
    const task = taskOf.get(unit.taskId);
    if (!task) return [];
    return [
      {
        ...rest,
        task,
        responses: [unit.responseId, unit.responseBId].flatMap((id) => responseOf.get(id ?? "") ?? []),
        item: unit.itemId === null ? null : { id: unit.itemId, text: questionOf.get(unit.itemId) ?? "" },
        label: unit.label,
        people: unit.people,
      },
    ];
  });
  return {
    count: fitting.length,
    rows,
    labels: [...new Set(found.map(({ unit }) => String(unit.label)))].sort(),
    tags: [...new Set(tasks.flatMap(({ tags }) => tags))].sort().slice(0, MOST_TAGS),
  };
}
