import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { changeAccount, findGuides } from "@/lib/auth/data/account";
import { moveBatch } from "@/lib/batch/data/change-state";
import { findFirstSteps } from "@/lib/batch/data/first-steps";
import { db } from "@/lib/database/db";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeUser } from "@/testing/builders/people";

const newAdmin = async () => makeMember("admin", { user: await makeUser({ newcomer: true }) });

test("the first steps of a project are ticked as its admin takes them", async () => {
  const admin = await newAdmin();
  const project = { id: admin.projectId };
  const none = { dataset: false, run: false, batch: false, annotators: false, agreement: false };
  expect(await findFirstSteps(admin.actor, project.id)).toEqual(none);
  const dataset = await makeDataset({ project });
  await makeMember("annotator", { project });
  expect(await findFirstSteps(admin.actor, project.id)).toEqual({ ...none, dataset: true, annotators: true });
  const batch = await makeBatch({ dataset });
  expect(await findFirstSteps(admin.actor, project.id)).toMatchObject({ batch: true, run: false });

  await db.report.create({
    data: {
      datasetId: dataset.id,
      batchId: batch.id,
      dataVersion: 1,
      rulesVersion: 1,
      dataAt: new Date(),
      reliability: [],
      result: {},
    },
  });
  expect(await findFirstSteps(admin.actor, project.id), "all that is needed is done").toBeNull();
});

test("first steps are for admins of new projects who have not dismissed them", async () => {
  const admin = await newAdmin();
  const { projectId } = admin;
  const elsewhere = await newAdmin();
  expect(await findFirstSteps(elsewhere.actor, projectId)).toBeNull();

  await changeAccount(admin.actor, { showsFirstSteps: false });
  expect(await findFirstSteps(admin.actor, projectId)).toBeNull();
  expect(await findGuides(admin.actor)).toEqual({ showsTour: true, showsFirstSteps: false });
  expect(await findGuides(elsewhere.actor)).toEqual({ showsTour: true, showsFirstSteps: true });
  await changeAccount(admin.actor, { showsFirstSteps: true });
  expect(await findFirstSteps(admin.actor, projectId)).not.toBeNull();

  const batch = await makeBatch({ dataset: await makeDataset({ project: { id: projectId } }) });
  await moveBatch(actAs(admin.actor, "admin"), batch.id, "close");
  expect(await findFirstSteps(admin.actor, projectId), "a batch was closed").toBeNull();
  await db.project.update({
    where: { id: elsewhere.projectId },
    data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
  });
  expect(await findFirstSteps(elsewhere.actor, elsewhere.projectId), "old").toBeNull();
});
