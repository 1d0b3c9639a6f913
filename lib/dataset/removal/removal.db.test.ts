import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { changeDataset, findDataset, listDatasets } from "@/lib/dataset/data/datasets";
import { changeProject, findProject, listProjects } from "@/lib/project/data";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";
import { makeClosedBatch } from "@/testing/builders/submissions";
import { deleteDataset, deleteProject, emptyDataset, emptyProject } from "./delete-rows";
import { findDatasetDependants, findProjectDependants } from "./dependants";
import { requestDatasetRemoval, requestProjectRemoval } from "./request-removal";

/** A project with a judged batch, and an admin of it. */
async function judged() {
  const project = await makeProject();
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeClosedBatch({ people });
  const { datasetId, projectId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const admin = await makeMember("admin", { project: { id: projectId } });
  return { batch, datasetId, projectId, admin };
}

const rowsOf = async (projectId: string) => ({
  batches: await db.batch.count({ where: { projectId } }),
  datasets: await db.dataset.count({ where: { projectId } }),
  judgements: await db.judgement.count({ where: { dataset: { projectId } } }),
  runs: await db.draftRun.count({ where: { projectId } }),
  members: await db.membership.count({ where: { projectId } }),
});

test("an admin sees what would be deleted with a dataset, and only admins can delete it", async () => {
  const { batch, datasetId, projectId, admin } = await judged();
  const dependants = await findDatasetDependants(admin.actor, datasetId);
  expect(dependants?.batches).toMatchObject([{ id: batch.id, state: "closed" }]);
  expect(dependants?.batches[0]?.submitted).toBeGreaterThan(0);
  expect(dependants?.judgements).toBe(await db.judgement.count({ where: { datasetId } }));
  expect(await findProjectDependants(admin.actor, projectId)).toMatchObject({ datasets: 1 });
  const stranger = await makeMember("admin");
  expect(await findDatasetDependants(stranger.actor, datasetId)).toBeNull();
  expect(await requestDatasetRemoval(stranger.actor, datasetId, "delete")).toBeNull();
  expect(await requestProjectRemoval(stranger.actor, projectId, "empty")).toBeNull();
  expect((await rowsOf(projectId)).datasets).toBe(1);
});

test("a deleted dataset disappears at once, and its rows when the worker has run", async () => {
  const { datasetId, projectId, admin } = await judged();
  await makeRun({ dataset: { id: datasetId, projectId } });
  expect(await requestDatasetRemoval(admin.actor, datasetId, "delete")).toEqual({ id: datasetId });
  expect(await findDataset(admin.actor, datasetId)).toBeNull();
  expect(await requestDatasetRemoval(admin.actor, datasetId, "delete")).toBeNull();
  await deleteDataset(datasetId);
  await deleteDataset(datasetId);
  expect(await rowsOf(projectId)).toMatchObject({ batches: 0, datasets: 0, judgements: 0, runs: 0 });
  expect(await db.auditLog.count({ where: { projectId, action: "dataset.deleted" } })).toBe(1);
});

test("an emptied dataset has the content of its file", async () => {
  const { datasetId, projectId, admin } = await judged();
  const tasks = await db.task.count({ where: { datasetId } });
  expect(await requestDatasetRemoval(admin.actor, datasetId, "empty")).toEqual({ id: datasetId });
  await emptyDataset(datasetId);
  expect(await rowsOf(projectId)).toMatchObject({ batches: 0, datasets: 1, judgements: 0 });
  expect(await findDataset(admin.actor, datasetId)).toMatchObject({ counts: { tasks, judgements: 0 } });
});

test("nothing is deleted while annotators work on it", async () => {
  const batch = await makeBatch();
  const { datasetId, projectId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const admin = await makeMember("admin", { project: { id: projectId } });
  const inUse = { refused: "dataset-in-use", detail: { batches: [{ id: batch.id }] } };
  for (const how of ["delete", "empty"] as const) {
    expect(await requestDatasetRemoval(admin.actor, datasetId, how)).toMatchObject(inUse);
    expect(await requestProjectRemoval(admin.actor, projectId, how)).toMatchObject(inUse);
  }
  expect(await findDataset(admin.actor, datasetId)).not.toBeNull();
});

test("an emptied project keeps its members, and a deleted one nothing", async () => {
  const { projectId, admin } = await judged();
  const before = await rowsOf(projectId);
  expect(await requestProjectRemoval(admin.actor, projectId, "empty")).toEqual({ id: projectId });
  expect(await listDatasets(admin.actor, projectId)).toEqual([]);
  await emptyProject(projectId);
  expect(await rowsOf(projectId)).toEqual({
    batches: 0,
    datasets: 0,
    judgements: 0,
    runs: 0,
    members: before.members,
  });

  expect(await requestProjectRemoval(admin.actor, projectId, "delete")).toEqual({ id: projectId });
  expect(await findProject(admin.actor, projectId)).toBeNull();
  expect(await changeProject(admin.actor, projectId, { name: "Back" })).toBeNull();
  expect(await listProjects(admin.actor)).toEqual([]);
  await deleteProject(projectId);
  await deleteProject(projectId);
  expect(await db.project.count({ where: { id: projectId } })).toBe(0);
  expect(await db.user.count({ where: { id: admin.actor.userId } })).toBe(1);
});

test("an admin renames a dataset, but not to an empty name", async () => {
  const { datasetId, admin } = await judged();
  expect(await changeDataset(admin.actor, datasetId, { name: "Round two" })).toMatchObject({ id: datasetId });
  expect(await findDataset(admin.actor, datasetId)).toMatchObject({ name: "Round two", state: "ready" });
  expect(await changeDataset((await makeMember("admin")).actor, datasetId, { name: "Mine" })).toBeNull();
});
