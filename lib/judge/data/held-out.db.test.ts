import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { listLooks, recordHeldOutLook } from "@/lib/judge/data/held-out";
import { findVersion } from "@/lib/judge/data/judges";
import { makeJudge, makeJudged, makeJudgeVersion, makeLabelled } from "@/testing/builders/judges";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("a look at the held-out labels is counted and recorded, and shows figures alone", async () => {
  const project = await makeProject();
  const { dataset, judge } = await makeLabelled({ project, tasks: 20, label: () => 4, value: () => 4 });
  const { actor } = judge.admin;
  const unrun = await makeJudgeVersion(judge, judge.version, {
    ...((await findVersion(actor, judge.id, { number: 1 }))?.spec ?? expect.fail()),
    system: "Be strict.",
  });
  expect(await recordHeldOutLook(actor, unrun.id, dataset.id)).toMatchObject({
    refused: "nothing-to-compare",
  });
  expect(await db.heldOutLook.count({ where: { judgeVersion: { judgeId: judge.id } } })).toBe(0);
  const unfinished = { where: { judgeVersionId: judge.version } };
  const [unit] = await db.draftUnit.findMany({ where: { run: unfinished.where }, take: 1 });
  await db.draftUnit.update({ where: { id: unit?.id ?? "" }, data: { state: "waiting", finishedAt: null } });
  for (const state of ["running", "paused", "paused_budget"] as const) {
    await db.draftRun.updateMany({ ...unfinished, data: { state, finishedAt: null } });
    expect(await recordHeldOutLook(actor, judge.version, dataset.id)).toMatchObject({
      refused: "judge-still-running",
    });
  }
  await db.draftUnit.update({
    where: { id: unit?.id ?? "" },
    data: { state: "done", finishedAt: new Date() },
  });
  await db.draftRun.updateMany({ ...unfinished, data: { state: "done", finishedAt: new Date() } });
  const first = await recordHeldOutLook(actor, judge.version, dataset.id);
  expect(first).toMatchObject({ version: 1, count: 1, figures: { units: 8, accuracy: { value: 1 } } });
  // A second click shows the same look.
  expect(await recordHeldOutLook(actor, judge.version, dataset.id)).toEqual(first);
  await makeJudged(judge, unrun.id, dataset, (task) => (Number(task.slice(1)) % 2 === 1 ? 4 : 5));
  await recordHeldOutLook(actor, unrun.id, dataset.id);
  expect((await listLooks(actor, dataset.id)).map(({ version, count }) => [version, count])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(
    await db.auditLog.count({ where: { projectId: project.id, action: "labels.held-out-looked" } }),
  ).toBe(2);
  await expect(db.heldOutLook.updateMany({ data: { result: {} } })).rejects.toThrow(/append-only/);
  expect(await recordHeldOutLook((await makeMember("admin")).actor, judge.version, dataset.id)).toBeNull();
});

test("the looks at a dataset's held-out labels are those of all its judges, by name", async () => {
  const project = await makeProject();
  const { dataset, judge } = await makeLabelled({ project, tasks: 20, label: () => 4, value: () => 4 });
  const other = await makeJudge({ project, name: "Other judge" });
  await makeJudged(other, other.version, dataset, () => 5);
  await recordHeldOutLook(other.admin.actor, other.version, dataset.id);
  const researcher = await makeMember("researcher", { project });
  expect(await listLooks(researcher.actor, dataset.id)).toMatchObject([
    { judge: { id: other.id, name: "Other judge" }, version: 1, count: 1, figures: { missing: 0 } },
  ]);
  await recordHeldOutLook(judge.admin.actor, judge.version, dataset.id);
  expect((await listLooks(researcher.actor, dataset.id)).map((look) => look.judge.id)).toEqual([
    other.id,
    judge.id,
  ]);
  expect(await listLooks((await makeMember("researcher")).actor, dataset.id)).toEqual([]);
});
