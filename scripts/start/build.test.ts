import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "./build.mjs";

let home: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "countersign-build-"));
  write("package-lock.json", "{}");
  write("app/page.tsx", "export default () => null;");
  write("prisma/schema.prisma", "model Thing { id String @id }");
});

afterEach(() => rmSync(home, { recursive: true }));

function write(name: string, text: string) {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
  writeFileSync(path.join(home, name), text);
}

test.each([
  ["a page", "app/page.tsx", "export default () => 1;"],
  ["a new file", "components/button.tsx", "export const Button = 1;"],
  ["the locked packages", "package-lock.json", '{"changed":true}'],
  ["the schema", "prisma/schema.prisma", "model Other { id String @id }"],
  ["the configuration", "next.config.ts", "export default {};"],
])("%s makes the build stale", async (_, name, text) => {
  const before = await fingerprint(home);
  write(name, text);
  expect(await fingerprint(home)).not.toBe(before);
});

test.each([
  ["a test", "app/page.test.tsx"],
  ["a browser test", "e2e/sign-in.spec.ts"],
  ["documentation", "README.md"],
  ["a script", "scripts/bench.mjs"],
  ["the generated client", "prisma/generated/client/client.ts"],
  ["the data folder", ".data/secrets.json"],
])("%s does not", async (_, name) => {
  const before = await fingerprint(home);
  write(name, "changed");
  expect(await fingerprint(home)).toBe(before);
});

test("a build is reused after a file's time has changed, and not after a file was moved", async () => {
  const before = await fingerprint(home);
  utimesSync(path.join(home, "app/page.tsx"), 1, 1);
  expect(await fingerprint(home)).toBe(before);

  rmSync(path.join(home, "app/page.tsx"));
  write("app/other.tsx", "export default () => null;");
  expect(await fingerprint(home)).not.toBe(before);
});
