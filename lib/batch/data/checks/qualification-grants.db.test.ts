import { describe, expect, test } from "vitest";
import { findOwnQualification } from "@/lib/batch/data/checks/own-qualification";
import { grantQualification, listQualifications } from "@/lib/batch/data/checks/qualification-grants";
import { releaseAssignment } from "@/lib/batch/data/lifecycle";
import { openBatch } from "@/lib/batch/data/open-batch";
import { makeVersion } from "@/lib/batch/data/versions";
import { db } from "@/lib/database/db";
import { NO_MEASURES } from "@/lib/quality/schema";
import { next, submitAssignment } from "@/lib/quality/testing/fixture";
import { both, exam, go, judging, qualifying } from "@/lib/quality/testing/qualifying";
import { submit } from "@/lib/review/data/submit";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";

describe("an admin", () => {
  test("grants another attempt when it is needed, with a note on record", async () => {
    const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    const grant = (kind: "attempt" | "admission", by = admin.actor) =>
      grantQualification(by, batch.id, person.membershipId, { grant: kind, note: "Was ill" });
    expect(await grant("attempt")).toEqual({ refused: "attempt-left" });
    await go(person, batch, 2, "yes");
    expect(await grant("attempt", (await makeMember("admin")).actor)).toBeNull();
    const outcomes = await Promise.all([grant("attempt"), grant("attempt"), grant("attempt")]);
    expect(outcomes.filter((one) => one && "granted" in one)).toHaveLength(1);
    expect(await go(person, batch, 2, "no")).toMatchObject({ result: true });
    expect(await grant("attempt")).toEqual({ refused: "qualified-already" });
    expect((await next(person, batch))?.stage).toBeUndefined();
    const rows = await listQualifications(admin.actor, batch.id);
    expect(rows?.rows).toMatchObject([
      {
        by: "exam",
        granted: 1,
        grants: [{ kind: "attempt", note: "Was ill" }],
        results: [{}, { passed: true }],
      },
    ]);
    const researcher = await makeMember("researcher", { project: { id: batch.projectId } });
    expect((await listQualifications(researcher.actor, batch.id))?.rows).toMatchObject([
      { name: null, grants: [] },
    ]);
    const logged = await db.auditLog.findMany({
      where: { subjectId: batch.id, action: { startsWith: "qual" } },
    });
    expect(logged).toMatchObject([
      { action: "qualification.attempt-granted", detail: { membership: person.membershipId } },
    ]);
  });

  test("admits an annotator directly, also in the middle of an exam, and only once", async () => {
    const { admin, dataset, person, batch } = await qualifying();
    const view = await next(person, batch);
    const letIn = () =>
      grantQualification(admin.actor, batch.id, person.membershipId, {
        grant: "admission",
        note: "Wrote it",
      });
    expect(await letIn()).toEqual({ granted: "admission" });
    expect(await letIn()).toEqual({ refused: "qualified-already" });
    expect(await submit(person.actor, view?.id ?? "", { lease: view?.lease ?? "" })).toEqual({
      refused: "released",
    });
    expect((await next(person, batch))?.stage).toBeUndefined();
    const plain = await makeBatch({ dataset, annotators: [person], arms: judging });
    expect(
      await grantQualification(admin.actor, plain.id, person.membershipId, { grant: "admission", note: "?" }),
    ).toEqual({ refused: "no-exam" });
  });

  test("while the last attempt is being submitted, is granted after the failure or refused", async () => {
    const { admin, person, batch } = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    await go(person, batch, 1, "yes");
    const view = await next(person, batch);
    if (!view) throw new Error("there is no exam");
    const [, granted] = await Promise.all([
      submitAssignment(person, view, () => "yes"),
      grantQualification(admin.actor, batch.id, person.membershipId, { grant: "attempt", note: "Again" }),
    ]);
    const own = await findOwnQualification(person.actor, batch.id);
    if (granted && "granted" in granted) expect(own?.where).toMatchObject({ at: "exam", attempt: 2 });
    else {
      expect(granted).toEqual({ refused: "attempt-left" });
      expect(own?.where).toEqual({ at: "failed" });
    }
  });

  test("can release a training assignment, which its annotator opens again", async () => {
    const { admin, person, batch } = await qualifying();
    const view = await next(person, batch);
    expect(await releaseAssignment(admin.actor, view?.id ?? "")).toEqual({ state: "returned" });
    expect(await next(person, batch)).toMatchObject({ id: view?.id, state: "open" });
  });
});

describe("a new version of the batch", () => {
  test.each([
    [false, undefined],
    [true, "training"],
  ])("where every annotator qualifies again: %s", async (askAgain, use) => {
    const { admin, person, batch } = await qualifying({ ...both, askAgain });
    await go(person, batch, 5);
    const made = await makeVersion(admin.actor, batch.id);
    if (!made || "refused" in made) throw new Error("no version was made");
    expect(await openBatch(admin.actor, made.id)).toMatchObject({ subjects: 4 });
    expect((await next(person, made))?.stage?.use).toBe(use);
    const rows = await listQualifications(admin.actor, made.id);
    expect(rows?.rows).toMatchObject([{ by: askAgain ? null : "earlier" }]);
  });
});
