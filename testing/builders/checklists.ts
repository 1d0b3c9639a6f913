import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import { makeRun } from "@/testing/builders/runs";

/** A finished run that drafted a checklist of one question for every task of a dataset. */
export async function makeChecklists(dataset: { id: string; projectId: string }, text: string) {
  const run = await makeRun({ dataset });
  await db.draftRun.update({
    where: { id: run.id },
    data: { state: "done", name: text, startedAt: new Date(), finishedAt: new Date() },
  });
  const rubrics: { key: string; taskId: string }[] = [];
  for (const unit of await db.draftUnit.findMany({ where: { runId: run.id } })) {
    const key = randomUUID();
    rubrics.push({ key, taskId: unit.taskId });
    const { id, versions, items } = await db.rubric.create({
      data: {
        ...{ datasetId: dataset.id, taskId: unit.taskId, key, position: 0, kind: "checklist" },
        versions: {
          create: { version: 1, origin: "llm", method: "tick.generate", model: "model-1", unitId: unit.id },
        },
        items: { create: [{ key: `${key}.1` }] },
      },
      include: { versions: true, items: true },
    });
    const [version, item] = [versions[0]?.id ?? "", items[0]?.id ?? ""];
    const scale = { type: "yesno" };
    await db.itemVersion.create({
      data: { itemId: item, rubricId: id, rubricVersionId: version, position: 0, text, scale },
    });
  }
  return { ...run, rubrics };
}
