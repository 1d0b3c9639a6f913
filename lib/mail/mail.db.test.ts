import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { requestPasswordLink } from "@/lib/auth/data/forgotten-password";
import { findLink } from "@/lib/auth/data/one-time-links";
import { createPasswordLink } from "@/lib/auth/data/users";
import { authJobs } from "@/lib/auth/jobs";
import { passwordLinkJob } from "@/lib/auth/schema/jobs";
import { db, pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { findInvitation, invite } from "@/lib/invitation/data";
import { forgetMail, queueMail, sendMail } from "@/lib/mail/data";
import { mailJobs } from "@/lib/mail/jobs";
import { sendMailJob } from "@/lib/mail/schema/jobs";
import { type MailServer, startMailServer } from "@/lib/mail/testing/mail-server";
import type { Job } from "@/lib/queue/job";
import { runJob } from "@/lib/queue/testing/run-job";
import { makeMember, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const { port } = await vi.hoisted(async () => {
  const { freePort } = await import("@/scripts/postgres/cluster.mjs");
  const port = await freePort();
  Object.assign(process.env, {
    SMTP_URL: `smtp://countersign:p%40ss@127.0.0.1:${port}`,
    MAIL_FROM: "Countersign <countersign@uni.edu>",
  });
  return { port };
});

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer(port, { user: "countersign", password: "p@ss" });
});
afterEach(async () => {
  server.received = [];
  server.refusal = null;
  await db.outgoingMail.deleteMany();
  await db.rateLimit.deleteMany();
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});
afterAll(() => server.stop());

async function waiting<Payload>({ name }: Job<Payload>): Promise<Payload[]> {
  const { rows } = await pool.query<{ payload: Payload }>(
    `SELECT payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
}

/** Runs the jobs that wait, as the worker does. */
async function sendAll() {
  for (const payload of await waiting(passwordLinkJob)) await runJob(authJobs, passwordLinkJob, payload);
  for (const payload of await waiting(sendMailJob)) await runJob(mailJobs, sendMailJob, payload);
  return server.received;
}

const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? "";
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

test("an invitation is sent with its link, in the language of an account that has one", async () => {
  const project = await makeProject({ name: "Träume & <Träumer>" });
  const { actor } = await makeSiteAdmin();
  const email = `leyla.${crypto.randomUUID()}@uni.edu`;
  const known = await makeUser({ name: "ليلى", email, language: "ar" });
  const people = `email,name\nnew.${crypto.randomUUID()}@uni.edu,Grete Holm\n${known.email},`;
  const made = await invite(actAs(actor, "admin"), project.id, { people, role: "annotator" });
  if (!made || "refused" in made) throw new Error("not invited");
  expect(made.invitations).toMatchObject([{ mailed: true }, { mailed: true }]);

  const [first, second] = await sendAll();
  expect(first).toMatchObject({ to: [made.invitations[0]?.email], from: "countersign@uni.edu" });
  expect(first?.headers.get("subject")).toBe("Invitation to Träume & <Träumer>");
  expect(first?.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(first?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(first?.text).toMatch(/^Hello Grete Holm,\n\nYou are invited to take part in “Träume & <Träumer>”\./);
  expect(linkIn(first?.text ?? "")).toBe(made.invitations[0]?.url);
  expect(await findInvitation(tokenOf(linkIn(first?.text ?? "")))).toMatchObject({ project: project.name });
  expect(second?.text).toMatch(/^مرحبًا،/);
  expect(await db.outgoingMail.count()).toBe(0);
});

test("queued mail shows no address, text or link", async () => {
  const user = await makeUser({ name: "Canary Name" });
  const link = await createPasswordLink((await makeSiteAdmin()).actor, user.id);
  if (!link || "refused" in link) throw new Error("no link");
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(m)::text FROM "OutgoingMail" m)
       || (SELECT json_agg(j)::text FROM graphile_worker._private_jobs j) AS text`,
  );
  const text = String(rows[0]?.text);
  expect(text).toContain("keySealed");
  for (const secret of [user.email, "Canary", tokenOf(link.url)])
    for (const form of [secret, Buffer.from(secret).toString("hex")]) expect(text).not.toContain(form);
});

test("a name cannot add a header or a paragraph", async () => {
  const project = await makeProject({ name: "Evil\r\nBcc: everybody@uni.edu\u2028Hello" });
  const { actor } = await makeMember("admin", { project });
  await invite(actor, project.id, { people: `x.${crypto.randomUUID()}@uni.edu`, role: "annotator" });
  const [mail] = await sendAll();
  expect(mail?.to).toHaveLength(1);
  expect(mail?.headers.has("bcc")).toBe(false);
  expect(mail?.headers.get("subject")).toBe("Invitation to Evil Bcc: everybody@uni.edu Hello");
});

test("mail that the server refused is sent later, and the stored error contains no address", async () => {
  const { email } = await makeUser();
  await db.$transaction((tx) => queueMail(tx, { to: email, subject: "A", text: "B" }));
  const [{ id } = { id: "" }] = await db.outgoingMail.findMany({ select: { id: true } });
  server.refusal = { responseCode: 451, message: `try later, ${email}` };
  const failed = await sendMail(id).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(String(failed)).toContain("451");
  expect(String(failed)).not.toContain(email);
  expect(await db.outgoingMail.count()).toBe(1);

  server.refusal = null;
  await sendMail(id);
  await sendMail(id);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.headers.get("message-id")).toBe(`<${id}@localhost>`);
});

test("a failed transaction sends no mail", async () => {
  const failing = db.$transaction(async (tx) => {
    await queueMail(tx, { to: "a@uni.edu", subject: "A", text: "B" });
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(await sendAll()).toEqual([]);
});

test("a person who forgot the password is sent at most three links, and the response does not reveal who has an account", async () => {
  const user = await makeUser({ language: "de", password: "a password long enough" });
  const disabled = await makeUser({ disabled: true });
  for (const { email } of [user, disabled, { email: "nobody@uni.edu" }])
    expect(await requestPasswordLink({ email })).toEqual({ sent: true });
  // The same is written for each of them, and it does not show the address.
  const requests = await waiting(passwordLinkJob);
  expect(requests).toHaveLength(3);
  expect(JSON.stringify(requests)).not.toContain("@");
  expect(await db.oneTimeLink.count({ where: { userId: user.id } })).toBe(0);
  const mails = await sendAll();
  expect(mails.map(({ to }) => to)).toEqual([[user.email]]);
  expect(mails[0]?.headers.get("subject")).toBe("Wählen Sie Ihr Passwort");
  const token = tokenOf(linkIn(mails[0]?.text ?? ""));
  expect(await findLink("set_password", token)).toEqual({ email: user.email });
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  for (let time = 0; time < 5; time += 1)
    expect(await requestPasswordLink({ email: user.email })).toEqual({ sent: true });
  await sendAll();
  expect(await db.oneTimeLink.count({ where: { userId: user.id } })).toBe(1);
  expect(await db.auditLog.count({ where: { action: "account.link-requested", actorId: user.id } })).toBe(3);
});

test("mail that could not be sent for a week is given up", async () => {
  await db.$transaction((tx) => queueMail(tx, { to: "a@uni.edu", subject: "A", text: "B" }));
  await forgetMail();
  expect(await db.outgoingMail.count()).toBe(1);
  await forgetMail(new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
  expect(await db.outgoingMail.count()).toBe(0);
});

test("without a mail server no mail is queued", async () => {
  const given = env().SMTP_URL;
  try {
    env().SMTP_URL = undefined;
    const link = await createPasswordLink((await makeSiteAdmin()).actor, (await makeUser()).id);
    expect(link).toMatchObject({ mailed: false });
    expect(await requestPasswordLink({ email: "a@uni.edu" })).toEqual({ refused: "no-mail" });
    expect(await db.outgoingMail.count()).toBe(0);
  } finally {
    env().SMTP_URL = given;
  }
});
