import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment } from "@/lib/review/data/assignments";
import { previewAssignment } from "@/lib/review/data/preview";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

test("a preview names the source of its drafts, and an annotator's assignment does not", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 1, responses: 1, checklist: 2 });
  const run = await makeRun({ dataset });
  await db.draftRun.update({
    where: { id: run.id },
    data: { state: "done", startedAt: new Date(), finishedAt: new Date() },
  });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  // One of the two answers was drafted here, the other and the checklist were imported.
  const { itemId, ...rest } = await db.draft.findFirstOrThrow({
    where: { datasetId: dataset.id },
    orderBy: { position: "asc" },
  });
  await db.draft.delete({ where: { id: rest.id } });
  const { id: _id, value, provenance, ...fields } = rest;
  const drafted = await db.draft.create({
    data: { ...fields, itemId, value: value ?? undefined, provenance: provenance ?? {}, unitId: unit.id },
  });
  const version = await db.rubricVersion.findFirstOrThrow({ where: { rubric: { datasetId: dataset.id } } });
  await db.rubricVersion.update({ where: { id: version.id }, data: { unitId: unit.id } });
  const rubric = await db.rubric.findFirstOrThrow({ where: { datasetId: dataset.id } });
  const item = await db.item.findUniqueOrThrow({ where: { id: itemId ?? "" } });

  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({
    dataset,
    preset: "checklist-answering",
    settings: { exposure: "draft-first" },
    annotators: [annotator],
  });
  const preview = await previewAssignment(run.admin.actor, batch.id, { arm: 0, subject: 0 });
  expect(preview?.origins).toEqual({
    rubrics: new Map([[rubric.key, version.id]]),
    units: new Map([[item.key, drafted.id]]),
  });

  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail();
  const view = await findAssignment(annotator.actor, claimed.assignment.id);
  expect(view?.frame.steps).toMatchObject([{ type: "judge", items: [{ draft: { value: "yes" } }, {}] }]);
  for (const id of [version.id, unit.id, run.id]) {
    expect(JSON.stringify(view)).not.toContain(id);
  }
});
