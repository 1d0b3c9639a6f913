import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { db } from "@/lib/database/db";
import { type ApiServer, openApiServer } from "@/testing/api-server";
import { makeSiteAdmin, makeToken, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

let server: ApiServer;
let url = "";

beforeAll(async () => {
  server = await openApiServer();
  url = server.url;
});
afterAll(() => server.close());

test("a site admin adds a person to a project and gets their link", async () => {
  const [{ token }, project] = [await makeToken(await makeSiteAdmin()), await makeProject()];
  const place = ["--project", project.id, "--role", "annotator"];
  const to = ["--name", "Mia", "--url", url, "--token", token];
  const result = await commandOutput("user", "add", "Mia@Example.org", ...place, ...to);
  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(result.stdout).toMatch(/\/set-password\/[\w-]{43}\n$/);
  const { id } = await db.user.findUniqueOrThrow({ where: { email: "mia@example.org" } });
  expect(await db.membership.findFirst({ where: { userId: id } })).toMatchObject({ role: "annotator" });

  const again = await commandOutput("user", "add", "mia@example.org", ...to);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toMatch(/^countersign user: There is already an account.*\n$/);
});

test("other accounts are refused", async () => {
  const { token } = await makeToken(await makeUser());
  const add = ["user", "add", "eve@example.org", "--name", "Eve", "--url", url];
  expect(await commandOutput(...add, "--token", token)).toMatchObject({ code: 1 });
  expect((await commandOutput(...add, "--token", "cst_nothing")).stderr).toMatch(/not signed in/);
  expect(await db.user.count({ where: { email: "eve@example.org" } })).toBe(0);
});

test.each([
  [["user", "add", "a@b.org"], /--name is missing/],
  [["user", "remove", "a@b.org"], /say: countersign user add/],
  [["user", "add", "a@b.org", "--name", "A", "--role", "admin"], /belong together/],
  [
    ["user", "add", "a@b.org", "--name", "A", "--url", "http://elsewhere.example", "--token", "t"],
    /only over https/,
  ],
  [["user", "add", "a@b.org", "--name", "A", "--url", "nowhere", "--token", "t"], /no web address/],
  [["user", "add", "a@b.org", "--name", "A", "--wrong"], /--wrong/],
])("%j is bad input, said in one line", async (args, reason) => {
  const { code, stdout, stderr } = await commandOutput(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(reason);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("an unreachable server gives one line", async () => {
  const nowhere = ["--url", "http://127.0.0.1:1", "--token", "t"];
  expect(await commandOutput("user", "add", "a@b.org", "--name", "A", ...nowhere)).toMatchObject({
    code: 1,
    stderr: "countersign user: http://127.0.0.1:1 cannot be reached\n",
  });
});
