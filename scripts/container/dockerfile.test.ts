import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isIgnored, readDockerfile, variablesOf } from "./dockerfile.mjs";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");

test("our Dockerfile ends unprivileged, with a health check and files that exist", () => {
  const stages = readDockerfile(read("Dockerfile"));
  expect(stages.map(({ from }) => from)).toEqual(["node:20-bookworm-slim", "node:20-bookworm-slim"]);
  const last = Object.fromEntries((stages.at(-1)?.instructions ?? []).map(({ name, args }) => [name, args]));
  expect(last.USER).toBe("1000:1000");
  for (const instruction of [last.CMD, last.HEALTHCHECK?.slice(last.HEALTHCHECK.indexOf("[")) ?? ""]) {
    const [program, file] = JSON.parse(instruction ?? "[]");
    expect(program).toBe("node");
    expect(existsSync(path.join(import.meta.dirname, "../..", file))).toBe(true);
  }
});

test("an instruction that the script cannot carry out is refused with its line", () => {
  expect(() => readDockerfile("FROM a\nRUN x\nONBUILD RUN y\n")).toThrow(/line 3: not understood: ONBUILD/);
  expect(() => readDockerfile("RUN x\n")).toThrow(/line 1/);
});

test("variables of one line are read apart, with what follows the first equals sign", () => {
  expect(variablesOf("A=1 URL=http://x?a=b")).toEqual({ A: "1", URL: "http://x?a=b" });
});

test("secrets, data and tests stay out of an image; sources go in", () => {
  const lines = read(".dockerignore").split("\n").filter(Boolean);
  const ignored = [
    ".env",
    ".data/secrets.json",
    "node_modules/pg/index.js",
    "lib/env.test.ts",
    "lib/a/b.db.test.ts",
  ];
  for (const file of [...ignored, ".git/config", "prisma/generated/client/index.ts"])
    expect(isIgnored(file, lines), file).toBe(true);
  for (const file of ["lib/env.ts", "lib/env/mail.ts", "prisma/schema.prisma", "package.json", ".npmrc"])
    expect(isIgnored(file, lines), file).toBe(false);
});

test("every part of the compose file starts what an option of the start names", () => {
  const parts = [...read("compose.yaml").matchAll(/--only", "(\w+)"/g)].map(([, part]) => part);
  expect(parts).toEqual(["schema", "worker", "web", "backups"]);
  const example = read("deploy/kubernetes.yaml");
  expect([...example.matchAll(/--only", "(\w+)"/g)].map(([, part]) => part)).toEqual([
    "schema",
    "web",
    "worker",
  ]);
  // There a CronJob makes the backups.
  expect(example).toContain('"lib/cli/bin.mjs", "backup", "--to"');
});

/** Settings that an environment names: `NAME: …` at the beginning of a line. */
const settingsIn = (text: string) =>
  [...text.matchAll(/^ {2,6}([A-Z][A-Z\d_]+):/gm)].map(([, name = ""]) => name);

test("every setting of the application reaches the containers of the compose file from .env", () => {
  const known = ["lib/env.ts", "lib/env/sign-in.ts", "lib/env/mail.ts"].flatMap((file) =>
    settingsIn(read(file)),
  );
  expect(known.length).toBeGreaterThan(25);
  const [settings = ""] = read("compose.yaml").split("\nservices:");
  const passed = settingsIn(settings);
  // Only tests have another Prolific, and the start says the build.
  const others = ["PROLIFIC_ORIGIN", "COUNTERSIGN_BUILD"];
  expect(known.filter((name) => !others.includes(name) && !passed.includes(name))).toEqual([]);
});
