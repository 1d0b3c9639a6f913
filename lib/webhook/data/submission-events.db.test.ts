import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { reopenAssignment, withdrawReopening } from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { finishing, makeReviewFixture } from "@/lib/review/testing/fixture";
import { Payload } from "@/lib/webhook/schema";
import { makeSiteAdmin } from "@/testing/builders/people";
import { makeWebhook } from "@/testing/builders/webhooks";

test("events of submissions and finished subjects carry ids, and withdrawn or returned submissions have none", async () => {
  const fixture = await makeReviewFixture({ subjects: 1, mark: " hidden-words" });
  const { project, batch } = fixture;
  const { id: webhookId } = await makeWebhook({
    project,
    events: ["assignment.submitted", "subject.finished"],
  });
  const { id: other } = await makeWebhook({ project });
  const waiting = async () =>
    (await db.webhookDelivery.findMany({ where: { webhookId } })).map(({ event }) => event).toSorted();
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const [first, second, third] = [await fixture.join(), await fixture.join(), await fixture.join()];
  const assignments: string[] = [];
  for (const person of [first, second, third]) {
    const { id, lease } = await fixture.open(person);
    await recordOps(person.actor, id, { lease, base: 0, ops: finishing() });
    await submit(person.actor, id, { lease });
    assignments.push(id);
  }
  const three = ["assignment.submitted", "assignment.submitted", "assignment.submitted"];
  expect(await waiting()).toEqual([...three, "subject.finished"]);
  // A webhook that names no events hears what comes once for a batch.
  const others = await db.webhookDelivery.findMany({ where: { webhookId: other } });
  expect(others.map(({ event }) => event)).toEqual(["batch.finished"]);

  const [undoneId = ""] = assignments;
  const undone = await undoSubmit(first.actor, undoneId);
  if (!undone || "refused" in undone) return expect.fail();
  expect(await waiting()).toEqual(three.slice(1));
  await submit(first.actor, undoneId, { lease: undone.lease });
  await reopenAssignment(admin, undoneId, { note: "Again." });
  expect(await waiting()).toEqual(three.slice(1));
  await withdrawReopening(admin, undoneId);
  expect(await waiting()).toEqual([...three.slice(1), "subject.finished"]);

  const bodies = (await db.webhookDelivery.findMany({ where: { webhookId } })).map(({ body }) => body);
  const subject = await db.subject.findFirstOrThrow({ where: { batchId: batch.id } });
  const of = { project: project.id, batch: batch.id, subject: subject.id };
  expect(bodies.map((body) => Payload.parse(JSON.parse(body)))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: "subject.finished",
        data: expect.objectContaining({ ...of, task: subject.taskId, submitted: 3 }),
      }),
      expect.objectContaining({
        type: "assignment.submitted",
        data: expect.objectContaining({ ...of, assignment: assignments[1], use: "work", revision: 0 }),
      }),
    ]),
  );
  for (const body of bodies) expect(body).not.toMatch(/hidden-words|Instruction|Response/);
});
