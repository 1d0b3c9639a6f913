import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./fixtures";

/** The prefix of this installation's secrets, those of its build too. */
const canary = process.env.SECRET_CANARY ?? "";

/** Command lines of all processes of this machine. */
async function commandLines(): Promise<string[]> {
  if (process.platform !== "linux")
    return (await promisify(execFile)("ps", ["-axww", "-o", "args="])).stdout.split("\n");
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
}

test("no secret is in a built file or in the arguments of a process", async () => {
  expect(canary).not.toBe("");
  const secrets = Object.values(process.env).filter(
    (value) => (value?.length ?? 0) > 40 && value?.startsWith(canary),
  );
  expect(secrets).toHaveLength(2);

  const files = (await readdir(".next", { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(js|json|html|rsc|css|map|txt)$/.test(entry.name),
  );
  const leaks: string[] = [];
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name);
    if ((await readFile(file)).includes(canary)) leaks.push(file);
  }
  expect(files.length).toBeGreaterThan(100);
  expect(leaks).toEqual([]);

  const lines = await commandLines();
  expect(lines.some((line) => line.includes("playwright"))).toBe(true);
  expect(lines.filter((line) => line.includes(canary))).toEqual([]);
});
