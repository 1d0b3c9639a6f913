import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actAs, type SignedIn } from "@/lib/auth/actor";
import { reopenAssignment, withdrawReopening } from "@/lib/batch/data/lifecycle";
import { db, pool } from "@/lib/database/db";
import { emitOfRun } from "@/lib/drafting/data/events";
import { env } from "@/lib/env";
import { chooseNotices, findNoticeChoices } from "@/lib/notice/data/choices";
import {
  countUnread,
  deleteOldNotices,
  findInboxFilters,
  listInbox,
  markNotices,
} from "@/lib/notice/data/inbox";
import { adminsOf, notify, retractNotices } from "@/lib/notice/data/notify";
import { mailNotices } from "@/lib/notice/data/send-mail";
import { InboxQuery } from "@/lib/notice/schema";
import { dailyNoticesJob, mailNoticesJob } from "@/lib/notice/schema/jobs";
import { changeMember } from "@/lib/project/data";
import { answerQuestion, askQuestion } from "@/lib/question/data";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { finishing, makeReviewFixture } from "@/lib/review/testing/fixture";
import { unseal } from "@/lib/secrets/seal";
import { makeMember, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

vi.hoisted(() => {
  // Mails are composed here; sending them is tested in lib/mail.
  Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "countersign@uni.edu" });
});

beforeEach(() => db.rateLimit.deleteMany());
afterEach(async () => {
  await db.outgoingMail.deleteMany();
  await db.notice.deleteMany();
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});
/** The mails that wait, in the order in which they were composed. */
async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await db.outgoingMail.findMany({ orderBy: { createdAt: "asc" }, omit: { keySealed: false } });
  return rows.map(({ id, ...sealed }) =>
    JSON.parse(unseal(sealed, { endpoint: id, origin: "mail" }) ?? "null"),
  );
}

/** When the next mail of a person is composed, in seconds from now. */
async function dueIn(userId: string, { name } = mailNoticesJob): Promise<number[]> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM j.run_at - now())::float8 AS seconds FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 AND j.payload ->> 'id' = $2`,
    [name, userId],
  );
  return rows.map(({ seconds }) => seconds);
}

/** A batch with an admin and an annotator who has submitted an assignment. */
async function study() {
  const fixture = await makeReviewFixture();
  const admin = await makeMember("admin", { project: fixture.project });
  const person = await fixture.join();
  const work = await fixture.open(person);
  await recordOps(person.actor, work.id, { lease: work.lease, base: 0, ops: finishing() });
  await submit(person.actor, work.id, { lease: work.lease });
  const { userId } = person.actor;
  const annotator = await db.user.update({ where: { id: userId }, data: { language: "de" } });
  return { admin, person, work, annotator, batch: fixture.batch };
}

test("notices about an annotator's work are collected into one mail in their language", async () => {
  const { admin, person, work, annotator } = await study();
  const asked = await askQuestion(person.actor, work.id, "Is this a test?");
  if (!asked || "refused" in asked) throw new Error("not asked");
  await answerQuestion(admin.actor, asked.id, "It is.");
  await reopenAssignment(admin.actor, work.id, { note: "Look again." });
  const [seconds = 0, ...more] = await dueIn(annotator.id);
  expect(more).toEqual([]);
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThanOrEqual(120);

  await mailNotices(annotator.id, "mail");
  await mailNotices(admin.id, "mail");
  const [theirs, admins] = await mails();
  expect(theirs).toMatchObject({ to: annotator.email, subject: "2 Nachrichten zu Ihrer Arbeit" });
  expect(theirs?.text).toMatch(/Ihre Frage in .+ wurde beantwortet\nhttp:\/\/localhost:3000\/annotate\n/);
  expect(theirs?.text).toMatch(/Arbeit in .+ wurde an Sie zurückgegeben\n/);
  expect(theirs?.text).not.toContain("Look again.");
  expect(admins).toMatchObject({
    to: admin.email,
    subject: expect.stringMatching(/^An annotator asks a qu/),
  });
  expect(admins?.text).not.toContain(annotator.name);
  const waiting = { userId: { in: [annotator.id, admin.id] }, delivery: { not: null } };
  expect(await db.notice.count({ where: waiting })).toBe(0);

  await mailNotices(annotator.id, "mail");
  expect(await mails()).toHaveLength(2);
});

test("a notice whose cause was undone within two minutes is not sent", async () => {
  const { admin, work, annotator } = await study();
  await reopenAssignment(admin.actor, work.id, { note: "Look again." });
  await withdrawReopening(admin.actor, work.id);
  await mailNotices(annotator.id, "mail");
  expect(await mails()).toEqual([]);
});

test("many notices are sent as few mails: one of each kind about a thing, and a quarter of an hour apart", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const about = { projectId: project.id, name: "Run", path: "/projects" };
  const subjectId = crypto.randomUUID();
  for (let time = 0; time < 20; time += 1)
    await db.$transaction((tx) =>
      notify(tx, { kind: "run-stopped", subjectId, ...about }, adminsOf(project.id)),
    );
  await mailNotices(admin.id, "mail");
  expect(await mails()).toMatchObject([{ subject: "The drafting run Run was stopped" }]);
  await db.$transaction((tx) =>
    notify(tx, { kind: "run-stopped", subjectId, ...about }, adminsOf(project.id)),
  );
  const [seconds = 0] = await dueIn(admin.id);
  expect(seconds).toBeGreaterThan(14 * 60);
});

test("a person chooses by kind: soon, once a day at six, or never; a daily mail neither hurries nor delays others", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  await chooseNotices(admin.actor, { choices: { "batch-finished": "daily", "question-asked": "off" } });
  const about = { projectId: project.id, path: "/projects" };
  const happen = (kind: "batch-finished" | "question-asked" | "run-stopped", name: string) =>
    db.$transaction((tx) =>
      notify(tx, { kind, name, subjectId: crypto.randomUUID(), ...about }, adminsOf(project.id)),
    );
  await happen("batch-finished", "First");
  await happen("batch-finished", "Second");
  await happen("question-asked", "Third");
  expect(await dueIn(admin.id)).toEqual([]);
  const [daily = 0, ...more] = await dueIn(admin.id, dailyNoticesJob);
  expect(more).toEqual([]);
  expect(new Date(Date.now() + daily * 1000).toISOString()).toMatch(/T0(5:59|6:00)/);
  expect(daily).toBeGreaterThan(-1);
  expect(daily).toBeLessThanOrEqual(24 * 3600 + 1);

  await happen("run-stopped", "Fourth");
  await mailNotices(admin.id, "mail");
  expect(await mails()).toMatchObject([{ subject: "The drafting run Fourth was stopped" }]);
  await mailNotices(admin.id, "daily");
  const [, digest] = await mails();
  expect(digest?.text).toMatch(/First[\s\S]+Second/);
  expect(digest?.text).not.toContain("Third");
  await mailNotices(admin.id, "daily");
  expect(await mails()).toHaveLength(2);
});

test("choices are one's own, and annotators are asked only about what annotators hear of", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  await chooseNotices(admin.actor, { choices: { "new-work": "off" } });
  expect(await findNoticeChoices(annotator.actor)).toEqual({
    choices: { "new-work": "mail", "sent-back": "mail", "question-answered": "mail" },
  });
  const researcher = await makeMember("researcher", { project });
  expect((await findNoticeChoices(researcher.actor)).choices).toHaveProperty("release-ready");
  expect((await findNoticeChoices(researcher.actor)).choices).not.toHaveProperty("question-asked");
  expect((await findNoticeChoices(admin.actor)).choices).toMatchObject({
    "new-work": "off",
    "run-finished": "daily",
  });
});

test("a run that stops is in the inbox of the active admins of its project, in working accounts; mail is for those who want it", async () => {
  const { id, projectId } = await makeRun();
  const project = { id: projectId };
  const admin = await makeMember("admin", { project });
  const silent = await makeMember("admin", { project });
  await chooseNotices(silent.actor, { choices: { "run-stopped": "off" } });
  const others = [
    await makeMember("annotator", { project }),
    await makeMember("admin", { project, disabled: true }),
    await makeMember("admin", { project, user: await makeUser({ disabled: true }) }),
    await makeMember("admin"),
  ];
  await db.$transaction((tx) => emitOfRun(tx, "run.stopped", id));
  const noticed = await db.notice.findMany({ where: { subjectId: id } });
  const mailOf = new Map(noticed.map(({ userId, delivery }) => [userId, delivery]));
  expect(mailOf.get(admin.id)).toBe("mail");
  expect(mailOf.get(silent.id)).toBeNull();
  for (const other of others) expect(mailOf.has(other.id)).toBe(false);
});

test("a person who was removed, or turned mail off, is not sent pending notices", async () => {
  const project = await makeProject();
  const [admin, gone, silent] = [
    await makeMember("admin", { project }),
    await makeMember("admin", { project }),
    await makeMember("admin", { project }),
  ];
  const notice = { kind: "run-finished", projectId: project.id, subjectId: crypto.randomUUID() } as const;
  await db.$transaction((tx) =>
    notify(tx, { ...notice, name: "Run", path: "/projects" }, adminsOf(project.id), admin.actor),
  );
  expect(await db.notice.count({ where: { userId: admin.id } }), "the one who did it").toBe(0);
  await changeMember(actAs(admin.actor, "admin"), project.id, gone.membershipId, { disabled: true });
  await chooseNotices(silent.actor, { choices: { "run-finished": "off" } });
  for (const { id } of [gone, silent]) await mailNotices(id, "daily");
  expect(await mails()).toEqual([]);
});

/** Something that happens to a project: its admins find it in their inboxes. */
async function happening(project: { id: string }, name = "Run", subjectId = crypto.randomUUID()) {
  const about = { projectId: project.id, subjectId, name, path: `/projects/${project.id}/drafts` };
  await db.$transaction((tx) => notify(tx, { kind: "run-stopped", ...about }, adminsOf(project.id)));
  return subjectId;
}

const LATEST = InboxQuery.parse({});
const inboxOf = async ({ actor }: { actor: SignedIn }, query: Partial<InboxQuery> = {}) =>
  (await listInbox(actor, { ...LATEST, ...query })).items;

test("without a mail server the inbox is written, and no mail", async () => {
  const given = env().SMTP_URL;
  env().SMTP_URL = undefined;
  try {
    const { admin, person, work } = await study();
    await reopenAssignment(admin.actor, work.id, { note: "Look again." });
    expect(await inboxOf(person)).toMatchObject([{ kind: "sent-back", path: "/annotate", read: false }]);
    expect(await db.notice.count({ where: { delivery: { not: null } } })).toBe(0);
    await withdrawReopening(admin.actor, work.id);
    expect(await inboxOf(person)).toEqual([]);
  } finally {
    env().SMTP_URL = given;
  }
});

test("an inbox is its reader's alone, and hides projects that they have left", async () => {
  const [project, other] = [await makeProject(), await makeProject()];
  const admin = await makeMember("admin", { project });
  await makeMember("admin", { project: other, user: admin });
  const second = await makeMember("admin", { project });
  for (const one of [project, other]) await happening(one);
  const [notice] = await inboxOf(second);
  if (!notice) throw new Error("no notice");

  expect(await markNotices(admin.actor, { notices: [notice.id], read: true })).toEqual({
    marked: 0,
    unread: 2,
  });
  expect(await inboxOf(second)).toMatchObject([{ id: notice.id, read: false }]);
  const limited = { ...admin.actor, onlyProject: other.id };
  expect(await inboxOf({ actor: limited })).toMatchObject([{ project: { id: other.id } }]);
  expect(await inboxOf(admin, { project: project.id })).toMatchObject([{ project: { id: project.id } }]);

  await changeMember(actAs(second.actor, "admin"), project.id, admin.membershipId, { disabled: true });
  expect(await inboxOf(admin)).toMatchObject([{ project: { id: other.id } }]);
  expect(await countUnread(admin.actor)).toBe(1);
  expect(await findInboxFilters(admin.actor)).toMatchObject({ projects: [{ id: other.id }] });
});

test("a read notice is not mailed any more, and is unread again when the event happens again", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const subject = await happening(project);
  await happening(project, "Another");
  const [, first] = await inboxOf(admin);
  await markNotices(admin.actor, { notices: [first?.id ?? ""], read: true });
  await mailNotices(admin.id, "mail");
  expect(await mails()).toMatchObject([{ subject: "The drafting run Another was stopped" }]);
  expect(await inboxOf(admin, { unread: true })).toHaveLength(1);

  await markNotices(admin.actor, { read: true });
  expect(await countUnread(admin.actor)).toBe(0);
  await happening(project, "Run", subject);
  expect(await inboxOf(admin)).toMatchObject([
    { name: "Run", read: false },
    { name: "Another", read: true },
  ]);
  const page = await listInbox(admin.actor, { ...LATEST, limit: 1 });
  const rest = InboxQuery.parse({ limit: 1, after: page.next });
  expect((await listInbox(admin.actor, rest)).items).toMatchObject([{ name: "Another" }]);
  // Also when the last one shown was taken back meanwhile.
  await db.$transaction((tx) => retractNotices(tx, "run-stopped", subject));
  expect((await listInbox(admin.actor, rest)).items).toMatchObject([{ name: "Another" }]);
});

test("notices are deleted after 90 days", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  await happening(project);
  const after = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
  await deleteOldNotices(after(89));
  expect(await inboxOf(admin)).toHaveLength(1);
  await deleteOldNotices(after(91));
  expect(await inboxOf(admin)).toEqual([]);
});
