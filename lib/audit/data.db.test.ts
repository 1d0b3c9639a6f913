import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { auditCsv, listAudit, listProjectAudit } from "@/lib/audit/data";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { makeMember, makeSiteAdmin, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

let project: { id: string };
let admin: Awaited<ReturnType<typeof makeMember<"admin">>>;
let site: Awaited<ReturnType<typeof makeSiteAdmin>>;

beforeAll(async () => {
  project = await makeProject({ name: "=HYPERLINK(1)" });
  admin = await makeMember("admin", { project });
  site = await makeSiteAdmin();
  const gone = await makeUser();
  await db.$transaction(async (tx) => {
    for (let n = 1; n <= 60; n++) {
      const subject = ["Project", project.id] as const;
      const entry = { projectId: project.id, subject, detail: { n } };
      await audit(tx, n % 2 ? admin.actor : null, {
        ...entry,
        action: n % 3 ? "study.counted" : "study.weighed",
      });
    }
    await audit(tx, gone.actor, {
      action: "study.left",
      projectId: project.id,
      subject: ["User", gone.id],
    });
  });
  await db.user.delete({ where: { id: gone.id } });
  await makeMember("admin");
});

test("pages follow a cursor, newest first, without gaps or repetitions", async () => {
  const first = await listProjectAudit(admin.actor, project.id, {});
  expect(first?.entries).toHaveLength(50);
  expect(first?.entries[0]).toMatchObject({ action: "study.left", who: { name: "Erased account" } });
  const second = await listProjectAudit(admin.actor, project.id, { before: first?.next ?? "" });
  expect(second?.next).toBeNull();
  const ids = [...(first?.entries ?? []), ...(second?.entries ?? [])].map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids).toHaveLength(await db.auditLog.count({ where: { projectId: project.id } }));
});

test("the log is filtered by action, person and day, and shows current names", async () => {
  const of = async (query: Parameters<typeof listProjectAudit>[2]) =>
    (await listProjectAudit(admin.actor, project.id, query))?.entries ?? [];
  expect(await of({ action: "study.weighed" })).toHaveLength(20);
  expect(await of({ action: "study.weighed", person: admin.id })).toHaveLength(10);
  const byNobody = await of({ action: "study.weighed", person: "system" });
  expect(byNobody).toHaveLength(10);
  expect(byNobody[0]).toMatchObject({
    who: { id: null, name: "The system" },
    subject: { type: "Project", name: "=HYPERLINK(1)" },
    detail: "n: 60",
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(await of({ from: today, to: today, action: "study.weighed" })).toHaveLength(20);
  expect(await of({ to: "2020-01-01" })).toEqual([]);
  expect(await of({ person: randomUUID() })).toEqual([]);
});

test("an admin sees their project only; the site admin sees everything", async () => {
  expect(await listProjectAudit((await makeMember("admin")).actor, project.id, {})).toBeNull();
  const elsewhere = await makeMember("admin");
  const projects = (await listAudit(site.actor, {})).entries.map((entry) => entry.project?.id);
  expect(projects).toContain(elsewhere.projectId);
});

test("the downloaded table is complete, and safe for spreadsheets", async () => {
  let csv = "";
  for await (const line of auditCsv(site.actor, { action: "study.counted" })) csv += line;
  expect(csv.trim().split("\r\n")).toHaveLength(41);
  expect(csv).toContain(`"'=HYPERLINK(1)"`);
});
