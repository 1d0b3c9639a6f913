import { describe, expect, test } from "vitest";
import { eraseAccount } from "@/lib/account/data/erasure";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { actAs } from "@/lib/auth/actor";
import { findSignedIn } from "@/lib/auth/sessions";
import { grantQualification } from "@/lib/batch/data/checks/qualification-grants";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { joinBatch } from "@/lib/participation/data/join";
import { listParticipationLinks } from "@/lib/participation/data/links";
import { listOwnParticipations } from "@/lib/participation/data/participations";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { all, both, exam, go, judging, qualifying } from "@/lib/quality/testing/qualifying";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeSiteAdmin } from "@/testing/builders/people";

describe("opening", () => {
  test("takes subjects with gold out of the work, in the same order for all annotators, without slots", async () => {
    const { batch, dataset, annotators } = await qualifying();
    const subjects = await db.subject.findMany({
      where: { batchId: batch.id },
      orderBy: { position: "asc" },
      include: { slots: true },
    });
    expect(subjects.map(({ use, position }) => [use, position])).toEqual([
      ["training", -4],
      ["training", -3],
      ["exam", -2],
      ["exam", -1],
      ["work", 0],
      ["work", 1],
      ["work", 2],
      ["work", 3],
    ]);
    expect(subjects.map(({ slots }) => slots.length)).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    const again = await makeBatch({ dataset, annotators, arms: judging, quality: both, seed: 4 });
    const same = await db.subject.findMany({
      where: { batchId: again.id },
      orderBy: { position: "asc" },
      select: { responseId: true },
    });
    expect(same.map(({ responseId }) => responseId)).toEqual(subjects.map(({ responseId }) => responseId));
    const logged = await db.auditLog.findFirst({ where: { subjectId: batch.id, action: "batch.opened" } });
    expect(logged?.detail).toMatchObject({ subjects: 4, slots: 8, training: 2, exam: 2 });
  });

  test("is refused when there is too little gold, and changes nothing", async () => {
    const { admin, dataset, annotators } = await qualifying();
    const open = async (quality: Quality) => {
      const { id } = await makeBatch({ dataset, annotators, arms: judging, quality, open: false });
      return [await openBatch(admin.actor, id), await db.subject.count({ where: { batchId: id } })];
    };
    expect(await open({ ...both, training: { subjects: 5 } })).toEqual([
      { refused: "too-few-gold", detail: { needed: 7, known: 6 } },
      0,
    ]);
    expect(await open({ ...both, training: { subjects: 4 }, gold: { share: 0.1, feedback: false } })).toEqual(
      [{ refused: "too-few-gold", detail: { needed: 7, known: 6 } }, 0],
    );
  });

  test("leaves checks and work their own subjects", async () => {
    const { batch } = await qualifying({ ...both, gold: { share: 0.5, feedback: false } });
    const uses = await db.subject.groupBy({ by: ["use"], where: { batchId: batch.id }, _count: true });
    expect(Object.fromEntries(uses.map(({ use, _count }) => [use, _count]))).toEqual({
      training: 2,
      exam: 2,
      check: 2,
      work: 2,
    });
    const placed = await db.subject.findMany({
      where: { batchId: batch.id, use: { in: ["work", "check"] } },
      orderBy: { position: "asc" },
    });
    expect(placed.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });
});

describe("a participant of a link", () => {
  async function came(screenedCode: string | null) {
    const made = await qualifying({ ...NO_MEASURES, exam: { ...exam, attempts: 1 } });
    const { id, token } = await makeParticipationLink(made.batch, { quota: 1, share: 1 });
    await db.participationLink.update({ where: { id }, data: { screenedCode } });
    const joined = await joinBatch(
      { token, person: "P1", study: null, session: null },
      null,
      "browser of P1",
    );
    if ("refused" in joined) throw new Error(joined.refused);
    const user = joined.sid && (await findSignedIn(joined.sid));
    if (!user) throw new Error("nobody is signed in");
    const { id: membershipId, raterId } = await db.membership.findFirstOrThrow({
      where: { userId: user.userId },
    });
    const guest: TestAnnotator = { ...made.person, actor: actAs(user, "annotator"), membershipId, raterId };
    return { ...made, token, user, guest };
  }

  test.each([[null], ["OUT-7"]])("an annotator who fails sees the ending: %s", async (screenedCode) => {
    const { admin, batch, token, user, guest } = await came(screenedCode);
    await go(guest, batch, 2, "yes");
    expect(await claim(guest.actor, batch.id)).toEqual({ refused: "exam-failed" });
    expect(await listOwnParticipations(user)).toMatchObject([
      { state: "screened", completion: screenedCode && { code: screenedCode, url: null } },
    ]);
    expect(await listParticipationLinks(admin.actor, batch.id)).toMatchObject([{ screened: 1, left: 0 }]);
    // The place is free for others, and a guest who returns sees the same.
    expect(
      await joinBatch({ token, person: "P1", study: null, session: null }, null, "browser of P1"),
    ).toMatchObject({
      batch: batch.id,
    });
    expect(await claim(guest.actor, batch.id)).toEqual({ refused: "exam-failed" });
    expect(
      await joinBatch({ token, person: "P2", study: null, session: null }, null, "browser of P2"),
    ).toMatchObject({
      batch: batch.id,
    });
    // A further attempt is another chance.
    await grantQualification(admin.actor, batch.id, guest.membershipId, { grant: "attempt", note: "Again" });
    expect((await next(guest, batch))?.stage).toMatchObject({ attempt: 2 });
  });

  test("annotators who pass get assignments, and training and exam do not count among them", async () => {
    const { batch, user, guest } = await came("OUT-7");
    await go(guest, batch, 3, "no");
    expect(await claim(guest.actor, batch.id)).toEqual({ status: "none", later: false });
    expect(await listOwnParticipations(user)).toMatchObject([
      { state: "completed", completion: { code: "C1DONE" } },
    ]);
  });
});

test("an erased person's training and exams are deleted, or stay without the admin's notes", async () => {
  for (const onErasure of ["remove", "keep"] as const) {
    const { project, admin, person, batch } = await qualifying();
    await db.project.update({ where: { id: project.id }, data: { onErasure } });
    await go(person, batch, 3);
    await grantQualification(admin.actor, batch.id, person.membershipId, {
      grant: "admission",
      note: "Named",
    });
    expect((await all(copyOfOwnData(person.actor))).join("")).toContain("Named");
    await eraseAccount((await makeSiteAdmin()).actor, person.actor.userId);
    const left = onErasure === "keep" ? 3 : 0;
    expect(await db.assignment.count({ where: { raterId: person.raterId } })).toBe(left);
    expect(await db.qualification.count({ where: { raterId: person.raterId } })).toBe(left && 1);
    expect(await db.qualificationGrant.count({ where: { note: "Named", batchId: batch.id } })).toBe(0);
  }
});
