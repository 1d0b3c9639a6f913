import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eraseAccount, eraseOwnAccount } from "@/lib/account/data/erasure";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { setPassword } from "@/lib/account/data/set-password";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { findLink } from "@/lib/auth/data/one-time-links";
import { createMemberPasswordLink } from "@/lib/auth/data/users";
import { findSignedIn } from "@/lib/auth/sessions";
import { confirmGuidelines } from "@/lib/batch/data/guidelines";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { acceptWithNewAccount } from "@/lib/invitation/data";
import { claim } from "@/lib/participation/data/claim";
import { joinBatch } from "@/lib/participation/data/join";
import { changeMember } from "@/lib/project/data";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import {
  makeInvitation,
  makeMember,
  makePasswordLink,
  makeSession,
  makeSiteAdmin,
  makeToken,
  makeUser,
  type TestMember,
} from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** A word that occurs nowhere else in the database. */
const canary = () => `canary${randomUUID().replaceAll("-", "")}`;

/** The tables that contain a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS "name" FROM information_schema.tables
    WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM ${name} t WHERE strpos(lower(t::text), $1) > 0`,
      text.toLowerCase(),
    );
    if (row && row.n > 0) found.push(name);
  }
  return found;
}

/** Scores the next assignment, with a note, and starts the one after that. */
async function work(annotator: TestMember<"annotator">["actor"], batch: { id: string }, note: string) {
  for (const last of [false, true]) {
    const claimed = await claim(annotator, batch.id);
    if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
    const { id, lease } = claimed.assignment;
    const stamp = () => ({ op: randomUUID(), at: new Date().toISOString() });
    const saved = await recordOps(annotator, id, {
      lease,
      base: 0,
      ops: [
        { ...stamp(), type: "score", value: 4 },
        { ...stamp(), type: "note", text: note },
      ],
    });
    expect(saved).toHaveProperty("version", 2);
    if (!last) expect(await submit(annotator, id, { lease, base: 2 })).toHaveProperty("state", "submitted");
  }
}

/** A person with everything an account can have, in a separate project; and the texts they wrote. */
async function makeAccountFixture(onErasure: "keep" | "remove") {
  const [name, wrote] = [canary(), canary()];
  const project = await makeProject();
  await db.project.update({ where: { id: project.id }, data: { onErasure } });
  const user = await makeUser({ name, email: `${name}@example.org` });
  const person = await makeMember("annotator", { project, user });
  const other = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, k: 2, annotators: [person, other] });
  await work(person.actor, batch, wrote);
  await work(other.actor, batch, "of no interest");
  await makeSession(person);
  await makeToken(person);
  await makePasswordLink(person);
  await makeInvitation(await makeProject(), { email: person.email });
  return { project, person, other, batch, name, wrote };
}

/** A contested case of a batch, with comments on it. */
async function makeComments(batch: { id: string }, comments: [{ raterId: string }, string][]) {
  const { taskId } = await db.subject.findFirstOrThrow({ where: { batchId: batch.id } });
  const { userId: startedBy } = (await makeSiteAdmin()).actor;
  await db.adjudication.create({ data: { batchId: batch.id, rule: DEFAULT_RULE, startedBy } });
  const { id } = await db.adjudicationCase.create({
    data: { batchId: batch.id, taskId, position: 0, question: "topic" },
  });
  const rows = comments.map(([{ raterId }, text]) => ({ caseId: id, raterId, text }));
  await db.caseComment.createMany({ data: rows });
  return id;
}

async function recordsOf({ id: batchId }: { id: string }) {
  const { datasetId, projectId } = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  const records = [];
  for await (const record of fromSnapshot((snapshot) =>
    studyRecords(snapshot, { projectId, datasetId, batchId }),
  ))
    records.push(record);
  return records;
}

test("erasing a person in a project that keeps work leaves only that work, under a pseudonym, and no number changes", async () => {
  const { person, batch, name, wrote } = await makeAccountFixture("keep");
  const said = canary();
  await makeComments(batch, [[person, said]]);
  const before = await recordsOf(batch);
  expect(await tablesWith(name)).not.toEqual([]);
  expect(await tablesWith(said)).toEqual(['public."CaseComment"']);

  expect(await eraseOwnAccount(person.actor)).toEqual({ erased: true });
  for (const text of [name, said]) expect(await tablesWith(text)).toEqual([]);
  expect(await tablesWith(wrote)).toContain('public."Judgement"');
  expect(await recordsOf(batch)).toEqual(before);
  // Unfinished assignments are released.
  expect(await db.slot.count({ where: { batchId: batch.id, assignmentId: { not: null } } })).toBe(3);
  expect(
    await db.auditLog.findFirst({ where: { action: "user.erased", subjectId: person.id } }),
  ).toMatchObject({ detail: { memberships: 1, removed: 0 } });
});

test("erasing a person in a project that removes work deletes what they wrote and judged, and nothing of other people", async () => {
  const { person, batch, name, wrote } = await makeAccountFixture("remove");
  await makeComments(batch, [[person, wrote]]);
  const admin = await makeSiteAdmin();
  const { dataVersion } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });

  expect(await eraseAccount(admin.actor, person.id)).toEqual({ erased: true });
  for (const text of [name, wrote, person.pseudonym]) expect(await tablesWith(text)).toEqual([]);
  expect(await db.rater.count({ where: { id: person.raterId } })).toBe(0);
  expect(await db.judgement.count({ where: { batchId: batch.id } })).toBe(1);
  const after = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  expect(after.dataVersion).toBe(dataVersion + 1);
  expect(await eraseAccount(admin.actor, person.id)).toBeNull();
  // History stays closed to all other code.
  await expect(db.operation.deleteMany({})).rejects.toThrow(/permission denied|denied access/);
});

test("erasing a participant deletes their platform ids", async () => {
  const batch = await makeBatch();
  const { token } = await makeParticipationLink(batch);
  const [person, study, session] = [canary(), canary(), canary()];
  await joinBatch({ token, person, study, session }, null, "their browser");
  const { membership } = await db.participant.findFirstOrThrow({
    where: { externalId: person },
    select: { membership: { select: { userId: true } } },
  });
  expect(await eraseAccount((await makeSiteAdmin()).actor, membership.userId)).toEqual({ erased: true });
  for (const text of [person, study, session]) expect(await tablesWith(text)).toEqual([]);
});

test("the only admin of a project, or of the installation, cannot be erased without an heir", async () => {
  const project = await makeProject({ name: "Court rulings" });
  const admin = await makeMember("admin", { project });
  expect(await eraseOwnAccount(admin.actor)).toEqual({
    refused: "last-admin",
    detail: { projects: ["Court rulings"] },
  });
  expect(await db.user.count({ where: { id: admin.id } })).toBe(1);
  await makeMember("admin", { project });
  expect(await eraseOwnAccount(admin.actor)).toEqual({ erased: true });

  await db.user.updateMany({ data: { siteAdmin: false } });
  const last = await makeSiteAdmin();
  expect(await eraseOwnAccount(last.actor)).toEqual({ refused: "last-site-admin" });
  const heir = await makeSiteAdmin();
  const gone = await Promise.all([eraseOwnAccount(last.actor), eraseOwnAccount(heir.actor)]);
  expect(gone.filter((result) => "erased" in result)).toHaveLength(1);
});

// Rows deleted by cascade with an account or an assignment need no code. If this test finds another table,
// erasure.ts must define what erasing a person means for it.
test("erasing covers every table that refers to a person", async () => {
  const pointers = await db.$queryRaw<{ from: string; to: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
    WHERE contype = 'f' AND confdeltype <> 'c' AND confrelid IN ('"User"'::regclass, '"Membership"'::regclass,
      '"Rater"'::regclass, '"Assignment"'::regclass)`;
  expect(pointers.map(({ from, to }) => `${from} → ${to}`.replaceAll('"', "")).sort()).toEqual([
    "AdjudicationCase → Membership",
    "AskAnswer → Rater",
    "Assignment → Rater",
    "CaseComment → Rater",
    "Decision → Rater",
    "Draft → Rater",
    "Judgement → Rater",
    "Membership → Rater",
    "ReviewComment → Rater",
    "Ruling → Rater",
    "Slot → Assignment",
  ]);
});

test("the export of an account's own data has all of it, and nothing of other people", async () => {
  const { person, other, batch, name, wrote, project } = await makeAccountFixture("keep");
  const caseId = await makeComments(batch, [
    [person, "The date is missing."],
    [other, "also of no interest"],
  ]);
  await confirmGuidelines(person.actor, batch.id, { read: 1, language: "es" });
  let text = "";
  for await (const piece of copyOfOwnData(person.actor)) text += piece;
  const copy = JSON.parse(text);
  expect(copy.memberships[0].guidelinesRead).toMatchObject([{ version: 1, language: "es" }]);
  expect(copy.account).toMatchObject({ name, email: person.email });
  expect(copy.memberships).toMatchObject([{ project: project.name, pseudonym: person.pseudonym }]);
  expect(copy.memberships[0].caseComments).toEqual([
    { text: "The date is missing.", at: expect.any(String), caseId },
  ]);
  expect(copy.assignments).toHaveLength(2);
  const submitted = copy.assignments.find(({ state }: { state: string }) => state === "submitted");
  expect(submitted).toMatchObject({
    judgements: [{ value: 4, metadata: { note: wrote } }],
    operations: [{ seq: 1 }, { seq: 2 }],
  });
  for (const hidden of ["of no interest", "passwordHash", "tokenHash", "model-1", "drafter-1"])
    expect(text).not.toContain(hidden);
});

describe("a project admin makes a password link", () => {
  const password = "a password long enough";

  /** A project with an admin, and a member whose account was created by its invitation. */
  async function withInvited() {
    const admin = await makeMember("admin");
    const project = { id: admin.projectId };
    const { token } = await makeInvitation(project);
    const made = await acceptWithNewAccount({ token, name: "Ada", password });
    if ("refused" in made) throw new Error(made.refused);
    const { id: membershipId, user } = await db.membership.findFirstOrThrow({
      where: { projectId: project.id, user: { email: made.email } },
      include: { user: true },
    });
    const link = async (membership: { membershipId: string } = { membershipId }) => {
      const answer = await createMemberPasswordLink(admin.actor, project.id, membership.membershipId);
      return answer && "url" in answer ? { token: answer.url.slice(-43) } : answer;
    };
    const set = async () => {
      const answer = await link();
      if (!answer || !("token" in answer)) throw new Error("no link");
      return answer.token;
    };
    const actor = await findSignedIn((await makeSession(user)).sid);
    if (!actor) throw new Error("nobody is signed in");
    return { admin, project, user: { ...user, email: made.email, actor }, link, set };
  }

  test("for an account that the project made and that belongs to no other project", async () => {
    const { admin, project, user, link, set } = await withInvited();
    const next = "another long password";
    expect(await setPassword({ token: await set(), password: next })).toEqual({ email: user.email });

    // Accounts that the project did not create, added by address: another person's, and a site admin's.
    const stranger = await makeMember("annotator", { project });
    const boss = await makeMember("researcher", { project, user: await makeUser({ siteAdmin: true }) });
    for (const other of [stranger, boss]) expect(await link(other)).toEqual({ refused: "site-admin-only" });
    expect(await link(await makeMember("annotator"))).toBeNull();
    const asIf = actAs((await makeMember("researcher", { project })).actor, "admin");
    expect(await createMemberPasswordLink(asIf, admin.projectId, stranger.membershipId)).toBeNull();

    await makeMember("annotator", { user });
    expect(await link()).toEqual({ refused: "site-admin-only" });
  });

  test("ends when the account joins another project, or when its maker is no longer an admin", async () => {
    const joins = await withInvited();
    const joined = await joins.set();
    await makeMember("annotator", { user: joins.user });
    expect(await findLink("set_password", joined)).toBeNull();
    expect(await setPassword({ token: joined, password })).toEqual({ refused: "link-gone" });

    const rises = await withInvited();
    const risen = await rises.set();
    await db.user.update({ where: { id: rises.user.id }, data: { siteAdmin: true } });
    expect(await setPassword({ token: risen, password })).toEqual({ refused: "link-gone" });

    const leaving = await withInvited();
    const left = await leaving.set();
    const { actor } = await makeMember("admin", { project: leaving.project });
    expect(await findLink("set_password", left)).toEqual({ email: leaving.user.email });
    await changeMember(actor, leaving.project.id, leaving.admin.membershipId, { role: "annotator" });
    expect(await setPassword({ token: left, password })).toEqual({ refused: "link-gone" });
  });
});
