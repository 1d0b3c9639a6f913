import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import {
  addMember,
  changeMember,
  changeProject,
  createProject,
  findProject,
  listMembers,
  listProjects,
} from "@/lib/project/data";
import { makeMember, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("the account that creates a project is its first admin", async () => {
  const admin = await makeSiteAdmin();
  const { id } = await createProject(admin.actor, { name: "Study", description: "" });
  expect(await db.membership.findMany({ where: { projectId: id } })).toMatchObject([
    { userId: admin.id, role: "admin" },
  ]);
});

test("each role finds its project acting with its rights, and not with more", async () => {
  const project = await makeProject();
  const annotator = await makeMember("annotator", { project });
  const researcher = await makeMember("researcher", { project });
  const admin = await makeMember("admin", { project });
  const may = async (person: typeof annotator | typeof researcher | typeof admin) => {
    const found = [];
    for (const level of ["member", "annotator", "researcher", "admin"] as const) {
      if (await findProject(actAs(person.actor, level), project.id)) found.push(level);
    }
    return found;
  };
  expect(await may(annotator)).toEqual(["member", "annotator"]);
  expect(await may(researcher)).toEqual(["member", "annotator", "researcher"]);
  expect(await may(admin)).toEqual(["member", "annotator", "researcher", "admin"]);
});

test("a site admin without a pseudonym in a project may do everything but annotate", async () => {
  const [{ actor }, { id }] = [await makeSiteAdmin(), await makeProject()];
  expect(await findProject(actAs(actor, "admin"), id)).toMatchObject({ role: "admin" });
  expect(await findProject(actAs(actor, "annotator"), id)).toBeNull();
});

test("a disabled member or account no longer finds the project", async () => {
  const project = await makeProject();
  const member = await makeMember("admin", { project, disabled: true });
  expect(await findProject(member.actor, project.id)).toBeNull();
  expect(await listProjects(member.actor)).toEqual([]);
  const account = await makeMember("admin", { project, user: await makeUser({ disabled: true }) });
  expect(await findProject(account.actor, project.id)).toBeNull();
});

test("the list has only the account's own projects, archived ones last", async () => {
  const user = await makeUser();
  const names = ["B study", "A study", "C study"];
  for (const name of names) {
    await makeMember("annotator", {
      user,
      project: await makeProject({ name, archived: name === "A study" }),
    });
  }
  await makeMember("admin");
  expect((await listProjects(user.actor)).map(({ name }) => name)).toEqual(["B study", "C study", "A study"]);
});

test("one person has another pseudonym in every project", async () => {
  const user = await makeUser();
  const [here, there] = [await makeMember("annotator", { user }), await makeMember("annotator", { user })];
  expect(here.pseudonym).toMatch(/^A-[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(here.pseudonym).not.toBe(there.pseudonym);
});

test("adding a member commits with its audit entry, and works once", async () => {
  const { actor, projectId } = await makeMember("admin");
  const { email, id } = await makeUser();
  const twice = await Promise.all([
    addMember(actor, projectId, { email, role: "annotator" }),
    addMember(actor, projectId, { email, role: "annotator" }),
  ]);
  expect(twice.filter((result) => result && "refused" in result)).toEqual([{ refused: "already-member" }]);
  const member = await db.membership.findFirstOrThrow({ where: { projectId, userId: id } });
  expect(
    await db.auditLog.findMany({ where: { subjectId: member.id }, select: { action: true, actorId: true } }),
  ).toEqual([{ action: "member.added", actorId: actor.userId }]);
});

test("only an active account can be added", async () => {
  const { actor, projectId } = await makeMember("admin");
  const { email } = await makeUser({ disabled: true });
  expect(await addMember(actor, projectId, { email, role: "annotator" })).toEqual({
    refused: "no-such-user",
  });
  const unknown = { email: "nobody@example.org", role: "annotator" } as const;
  expect(await addMember(actor, projectId, unknown)).toEqual({ refused: "no-such-user" });
});

test("an admin manages the members of their own project only", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const member = await makeMember("annotator", { project });
  const elsewhere = await makeMember("admin");
  expect((await listMembers(admin.actor, project.id))?.map(({ id }) => id).sort()).toEqual(
    [admin.membershipId, member.membershipId].sort(),
  );
  expect(await listMembers(elsewhere.actor, project.id)).toBeNull();

  const change = { role: "researcher" } as const;
  expect(await changeMember(elsewhere.actor, project.id, member.membershipId, change)).toBeNull();
  expect(await changeMember(elsewhere.actor, elsewhere.projectId, member.membershipId, change)).toBeNull();
  expect(await changeMember(admin.actor, project.id, member.membershipId, change)).toEqual({
    id: member.membershipId,
  });
  const { id } = await makeUser();
  expect(await changeMember(admin.actor, project.id, id, change)).toBeNull();
});

test("a project keeps an admin who can act", async () => {
  const project = await makeProject();
  const [one, other] = [await makeMember("admin", { project }), await makeMember("admin", { project })];
  const stepDown = (person: typeof one) =>
    changeMember(person.actor, project.id, person.membershipId, { role: "annotator" });
  const both = await Promise.all([stepDown(one), stepDown(other)]);
  expect(both.filter((result) => result && "refused" in result)).toEqual([{ refused: "last-admin" }]);
  expect(await db.membership.count({ where: { projectId: project.id, role: "admin" } })).toBe(1);
});

test("an archived project changes only by being restored", async () => {
  const admin = await makeMember("admin", { project: await makeProject({ archived: true }) });
  const { actor, projectId, membershipId } = admin;
  expect(await changeProject(actor, projectId, { name: "New" })).toEqual({ refused: "archived" });
  expect(await changeMember(actor, projectId, membershipId, { disabled: true })).toEqual({
    refused: "archived",
  });
  expect(await addMember(actor, projectId, { email: admin.email, role: "admin" })).toEqual({
    refused: "archived",
  });
  expect(await changeProject(actor, projectId, { archived: false, name: "New" })).toEqual({ id: projectId });
  expect(await findProject(actor, projectId)).toMatchObject({ name: "New", archivedAt: null });
});
