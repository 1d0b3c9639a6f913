import { expect, test } from "vitest";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { DAY } from "@/lib/auth/rules";
import { db } from "@/lib/database/db";
import {
  acceptInvitation,
  acceptWithNewAccount,
  findInvitation,
  forgetInvitations,
  invite,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "@/lib/invitation/data";
import { makeInvitation, makeMember, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const password = "a password long enough";

test("an invited person creates an account with the link, once, and only the link's hash is stored", async () => {
  const project = await makeProject();
  const { token, email } = await makeInvitation(project, { role: "researcher" });
  expect(JSON.stringify(await db.invitation.findMany())).not.toContain(token);
  expect(await findInvitation(token)).toMatchObject({ project: project.name, role: "researcher", email });
  expect(await acceptWithNewAccount({ token, name: "Ada", password: email })).toEqual({
    refused: "password-is-email",
  });

  const tries = await Promise.all(
    Array.from({ length: 4 }, () => acceptWithNewAccount({ token, name: "Ada", password })),
  );
  expect(tries.filter((result) => "email" in result)).toEqual([{ email, path: `/projects/${project.id}` }]);
  expect(await checkPassword({ email, password }, null)).toHaveProperty("userId");
  expect(await db.membership.findMany({ where: { projectId: project.id } })).toMatchObject([
    { role: "researcher" },
  ]);
  expect(await findInvitation(token)).toBeNull();
  expect(await acceptWithNewAccount({ token, name: "Ada", password })).toEqual({ refused: "link-gone" });
});

test("only the invited address can accept, and it gets no second account", async () => {
  const project = await makeProject();
  const user = await makeUser({ password });
  const { token } = await makeInvitation(project, { email: user.email });
  expect(await findInvitation(token)).toMatchObject({ hasAccount: true });
  expect(await acceptWithNewAccount({ token, name: "Another", password })).toEqual({
    refused: "email-taken",
  });
  const another = await makeUser({ password });
  expect(await acceptInvitation(another.actor, token)).toEqual({ refused: "invitation-for-another" });
  expect(await acceptInvitation(user.actor, token)).toEqual({ path: "/annotate" });
  expect(await acceptInvitation(user.actor, token)).toEqual({ refused: "link-gone" });
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ createdInId: null });

  const member = await makeUser();
  const again = await makeInvitation(project, { email: member.email });
  await makeMember("annotator", { project, user: member });
  expect(await acceptInvitation(member.actor, again.token)).toEqual({ refused: "already-member" });
  expect(await findInvitation(again.token)).not.toBeNull();
});

test("one invalid line and no one is invited", async () => {
  const { actor, projectId } = await makeMember("admin");
  const member = await makeMember("annotator", { project: { id: projectId } });
  const waiting = await makeInvitation({ id: projectId });
  const people = ["new@example.org", member.email, waiting.email, "nobody"].join("\n");
  expect(await invite(actor, projectId, { people, role: "annotator" })).toMatchObject({
    refused: "not-invitable",
    detail: {
      problems: [
        { line: 2, message: "This person is in the project already." },
        { line: 3, message: "There is an invitation already. Make a new link in the list." },
        { line: 4, message: "This is no e-mail address." },
      ],
    },
  });
  expect(await listInvitations(actor, projectId)).toHaveLength(1);
  expect(await invite(actor, projectId, { people: " ,\n;", role: "annotator" })).toMatchObject({
    refused: "not-invitable",
  });
});

test("a link works for three days; a new one can be made, which ends the old one, and taken back", async () => {
  const { actor, projectId } = await makeMember("admin");
  const first = await makeInvitation({ id: projectId });
  const late = new Date(Date.now() + 4 * DAY);
  expect(await findInvitation(first.token, late)).toBeNull();
  expect(await acceptWithNewAccount({ token: first.token, name: "Late", password }, late)).toEqual({
    refused: "link-gone",
  });

  const renewed = await renewInvitation(actor, projectId, first.id, late);
  if (!renewed || "refused" in renewed) throw new Error("no new link");
  expect(await findInvitation(first.token)).toBeNull();
  const token = renewed.url.slice(renewed.url.lastIndexOf("/") + 1);
  expect(await findInvitation(token, late)).not.toBeNull();

  expect(await revokeInvitation(actor, projectId, first.id)).toEqual({ id: first.id });
  expect(await findInvitation(token, late)).toBeNull();
  expect(await revokeInvitation(actor, projectId, first.id)).toBeNull();

  // People whose invitation expired can be invited again.
  const passed = await makeInvitation({ id: projectId });
  const invited = await invite(actor, projectId, { people: passed.email, role: "admin" }, late);
  expect(invited).toHaveProperty("invitations");
  await forgetInvitations(new Date(late.getTime() + 30 * DAY));
  expect(await listInvitations(actor, projectId)).toEqual([]);
});

test("an admin of another project cannot invite, and neither can an archived project", async () => {
  const elsewhere = await makeMember("admin");
  const { id } = await makeProject();
  const body = { people: "new@example.org", role: "annotator" as const };
  expect(await invite(elsewhere.actor, id, body)).toBeNull();
  expect(await listInvitations(elsewhere.actor, id)).toBeNull();
  const { id: invitation, token } = await makeInvitation({ id });
  expect(await renewInvitation(elsewhere.actor, id, invitation)).toBeNull();
  expect(await revokeInvitation(elsewhere.actor, id, invitation)).toBeNull();

  await db.project.update({ where: { id }, data: { archivedAt: new Date() } });
  const admin = await makeMember("admin", { project: { id } });
  expect(await invite(admin.actor, id, body)).toEqual({ refused: "archived" });
  expect(await findInvitation(token)).toBeNull();
  expect(await acceptInvitation((await makeUser()).actor, token)).toEqual({ refused: "link-gone" });
});
