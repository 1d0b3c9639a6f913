import { expect, test } from "vitest";
import { moveBatch } from "@/lib/batch/data/change-state";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { changeDataset, findDataset, listDatasets } from "@/lib/dataset/data/datasets";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("an archived dataset leaves the list, can be read, and comes back", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("admin", { project });
  const { actor: researcher } = await makeMember("researcher", { project });
  const { id } = await makeDataset({ project });
  const listed = async (state?: "archived") =>
    (await listDatasets(researcher, project.id, state))?.map((one) => one.id);

  expect(await changeDataset(actor, id, { archived: true })).toEqual({ id, state: "archived" });
  expect(await changeDataset(actor, id, { archived: true })).toEqual({ id, state: "archived" });
  expect(await listed()).toEqual([]);
  expect(await listed("archived")).toEqual([id]);
  expect(await findDataset(researcher, id)).toMatchObject({ state: "archived" });
  expect(await changeDataset(actor, id, { archived: false })).toEqual({ id, state: "ready" });
  expect(await listed()).toEqual([id]);
  const logged = await db.auditLog.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
  expect(logged.map(({ action }) => action)).toEqual(["dataset.archived", "dataset.restored"]);
});

test("a dataset in use cannot be archived, and an archived one cannot be used", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("admin", { project });
  const dataset = await makeDataset({ project });
  const open = await makeBatch({ dataset, name: "Round one" });
  const draft = await makeBatch({ dataset, open: false });
  const { name } = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(await changeDataset(actor, dataset.id, { archived: true, name: "Other" })).toEqual({
    refused: "dataset-in-use",
    detail: { batches: [{ id: open.id, name: "Round one" }] },
  });
  expect(await db.dataset.findUnique({ where: { id: dataset.id } })).toMatchObject({ name });
  await moveBatch(actor, open.id, "close");
  expect(await changeDataset(actor, dataset.id, { archived: true })).toMatchObject({ state: "archived" });
  expect(await openBatch(actor, draft.id)).toEqual({ refused: "dataset-not-ready" });
});

test("opening a batch and archiving its dataset at once: one of them is refused", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("admin", { project });
  for (let round = 0; round < 5; round++) {
    const dataset = await makeDataset({ project });
    const batch = await makeBatch({ dataset, open: false });
    const both = await Promise.all([
      openBatch(actor, batch.id),
      changeDataset(actor, dataset.id, { archived: true }),
    ]);
    expect(both.filter((one) => one && "refused" in one)).toHaveLength(1);
  }
});
