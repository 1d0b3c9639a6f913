import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { findMonitor, findMonitorVersion, listOpenAssignments } from "@/lib/batch/data/monitor";
import { findProgress, listSubjects } from "@/lib/batch/data/progress";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { skip } from "@/lib/review/data/submit";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

async function makeMonitorFixture({ tasks = 3, people = 2, k = 1 } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const researcher = await makeMember("researcher", { project });
  const annotators = [];
  for (let n = 0; n < people; n += 1) annotators.push(await makeMember("annotator", { project }));
  const batch = await makeBatch({ dataset: await makeDataset({ project, tasks }), annotators, k });
  const [ada, ben] = annotators;
  if (!ada || !ben) throw new Error("two annotators are needed");
  const monitor = async () => {
    const found = await findMonitor(researcher.actor, batch.id, "hour");
    if (!found) throw new Error("there is no monitor");
    return found;
  };
  const version = async () => (await findMonitorVersion(researcher.actor, batch.id))?.version;
  const skipOne = async () => {
    const claimed = await claim(ada.actor, batch.id);
    if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
    const { id, lease } = claimed.assignment;
    await skip(ada.actor, id, { lease, reason: "Not my field." });
    return id;
  };
  return { project, admin, researcher, ada, ben, batch, monitor, version, skipOne };
}

test("slots are counted by state, and submissions by time", async () => {
  const { ada, ben, batch, monitor, skipOne } = await makeMonitorFixture({ tasks: 5, k: 1 });
  await skipOne();
  await makeProgress(ada, batch, { submitted: 2 });
  await makeProgress(ben, batch, { open: true });
  const { arms, throughput, pace } = await monitor();
  expect(arms).toMatchObject([{ slots: 5, submitted: 2, open: 1, reserved: 0, free: 2, skipped: 1 }]);
  expect(throughput).toHaveLength(48);
  expect(throughput.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(2);
  expect(pace.submitted).toBe(2);
});

test("a subject whose free slots no annotator can take is listed, and its slots count as unfillable", async () => {
  const { researcher, ben, batch, monitor, skipOne, project } = await makeMonitorFixture({ tasks: 1, k: 2 });
  expect((await monitor()).stuck).toEqual({ nobody: 0, unfillable: 0 });
  await skipOne();
  // Two slots, and one person left.
  expect((await monitor()).stuck).toEqual({ nobody: 0, unfillable: 1 });
  await makeProgress(ben, batch, { submitted: 1 });
  expect((await monitor()).stuck).toEqual({ nobody: 1, unfillable: 1 });
  const stuck = await listSubjects(researcher.actor, batch.id, "nobody", { after: -1 });
  expect(stuck.rows).toHaveLength(1);
  const progress = await findProgress(researcher.actor, batch.id);
  expect(progress?.annotators.map(({ available }) => available)).toEqual([0, 0]);

  // A disabled annotator cannot fill slots; a new one can.
  const cleo = await makeMember("annotator", { project, disabled: true });
  await db.batchAnnotator.create({ data: { batchId: batch.id, membershipId: cleo.membershipId } });
  expect((await monitor()).stuck.nobody).toBe(1);
  await db.membership.update({ where: { id: cleo.membershipId }, data: { disabledAt: null } });
  expect((await monitor()).stuck).toEqual({ nobody: 0, unfillable: 0 });
  expect((await listSubjects(researcher.actor, batch.id, "nobody", { after: -1 })).rows).toEqual([]);
});

test("an annotator whose lease expired may take the subject again, in the arm they worked in", async () => {
  const { ada, ben, batch, monitor } = await makeMonitorFixture({ tasks: 1, k: 2 });
  const [id] = await makeProgress(ada, batch, { open: true });
  await makeProgress(ben, batch, { submitted: 1 });
  await db.assignment.update({
    where: { id },
    data: { state: "expired", lease: null, leaseUntil: null, version: 3 },
  });
  await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  const { stuck, hand: conditions } = await monitor();
  expect(stuck).toEqual({ nobody: 0, unfillable: 0 });
  expect(conditions).toEqual({ left: 1 });
});

test("assignments in progress are listed with their arm, and with names for admins", async () => {
  const { admin, researcher, ada, ben, batch, monitor } = await makeMonitorFixture();
  const [hers] = await makeProgress(ada, batch, { open: true });
  const [his] = await makeProgress(ben, batch, { open: true });
  expect((await monitor()).hand).toEqual({ held: 2 });

  const soon = new Date(Date.now() + 60_000);
  await db.assignment.update({ where: { id: hers }, data: { leaseUntil: soon } });
  await db.assignment.update({ where: { id: his }, data: { openedAt: new Date(Date.now() - 3_600_000) } });
  expect((await monitor()).hand).toEqual({ ending: 1, idle: 1 });
  const { rows } = await listOpenAssignments(researcher.actor, batch.id, "ending", null);
  expect(rows).toMatchObject([{ id: hers, rater: ada.pseudonym, name: null }]);
  const named = await listOpenAssignments(actAs(admin.actor, "researcher"), batch.id, "all", ben.pseudonym);
  expect(named.rows).toMatchObject([{ id: his, name: ben.name, condition: "idle" }]);
  const { rows: subjects } = await listSubjects(
    researcher.actor,
    batch.id,
    "all",
    { after: -1 },
    ada.pseudonym,
  );
  expect(subjects).toMatchObject([{ holders: [{ assignment: hers, rater: ada.pseudonym, name: null }] }]);
});

test("the version changes exactly when the monitor's content does", async () => {
  const { ada, ben, batch, version, skipOne } = await makeMonitorFixture({ tasks: 9 });
  const seen = [await version()];
  const changes: (() => Promise<unknown>)[] = [
    () => makeProgress(ada, batch, { open: true }),
    skipOne,
    () => makeProgress(ben, batch, { open: true }),
    () => db.batch.update({ where: { id: batch.id }, data: { state: "paused" } }),
  ];
  for (const change of changes) {
    await change();
    seen.push(await version());
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(await version()).toBe(seen.at(-1));
});

test("another project's batch has no monitor", async () => {
  const { batch, ada } = await makeMonitorFixture({ tasks: 1 });
  const outsider = await makeMember("admin");
  for (const reader of [actAs(outsider.actor, "researcher"), actAs(ada.actor, "researcher")]) {
    expect(await findMonitor(reader, batch.id, "day")).toBeNull();
    expect(await findMonitorVersion(reader, batch.id)).toBeNull();
    expect((await listOpenAssignments(reader, batch.id, "all", null)).rows).toEqual([]);
  }
});
