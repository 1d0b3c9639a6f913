import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Job } from "@/lib/queue/job";
import { crontab, handlers } from "@/lib/worker/registry";

/** All jobs that rooms of `lib/` declare. */
async function declaredJobs(): Promise<string[]> {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("/schema/jobs.ts"),
  );
  const modules = await Promise.all(files.map((file) => import(path.resolve("lib", file))));
  return modules.flatMap((module: Record<string, Job<unknown>>) =>
    Object.values(module).map(({ name }) => name),
  );
}

test("every declared job has one handler, and every handler a declared job", async () => {
  const declared = await declaredJobs();
  expect(declared.length).toBeGreaterThan(15);
  expect(handlers.map(({ name }) => name).sort()).toEqual(declared.sort());
});

test("schedules are in crontab notation", () => {
  expect(crontab.split("\n")).toContain("* * * * * release-expired-leases");
  for (const line of crontab.split("\n")) expect(line).toMatch(/^(?:[\d*/]+ ){5}[a-z-]+$/);
});
