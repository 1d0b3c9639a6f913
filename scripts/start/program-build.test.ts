import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "./build.mjs";
import { buildIn } from "./program-build.mjs";

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), "countersign-program-build-")));
  write("package.json", "{}");
  write("lib/one.ts", "export const ONE = 1;");
});
afterEach(() => rmSync(home, { recursive: true }));

function write(name: string, text: string) {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
  writeFileSync(path.join(home, name), text);
}

const git = (...args: string[]) =>
  execFileSync("git", ["-C", home, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
    encoding: "utf8",
  }).trim();

function commit() {
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "One");
  return git("rev-parse", "HEAD");
}

test("sources of a commit are named by it, also beside files that are no sources", async () => {
  const sha = commit();
  write("notes.md", "Mine.");
  write("study/tasks.jsonl", "{}");
  expect(await buildIn(home)).toBe(`git:${sha}`);
});

test.each([
  ["a changed file", "lib/one.ts"],
  ["a new one", "lib/two.ts"],
  ["a new one at the top", "next.config.ts"],
])("%s makes it a hash of the sources, which tells two changes apart", async (_, name) => {
  commit();
  write(name, "export const TWO = 2;");
  const build = await buildIn(home);
  expect(build).toBe(`sources:${await fingerprint(home)}`);
  write(name, "export const THREE = 3;");
  expect(await buildIn(home)).not.toBe(build);
});

test("without git, and within another repository, it is a hash of the sources", async () => {
  expect(await buildIn(home)).toBe(`sources:${await fingerprint(home)}`);
  commit();
  const inner = path.join(home, "lib");
  expect(await buildIn(inner)).toBe(`sources:${await fingerprint(inner)}`);
});
