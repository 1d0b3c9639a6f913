import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cacheFolder, isInstalledPackage, LINKS, makeWritableCopy, markRunning } from "./writable-copy.mjs";

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);

function write(file: string, content: object | string) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), typeof content === "string" ? content : JSON.stringify(content));
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "countersign-makeWritableCopy-")));
  const program = "app/node_modules/countersign";
  const dependencies = { hoisted: "1.0.0", "@scope/nested": "1.0.0", "for-another-system": "1.0.0" };
  write(`${program}/package.json`, { name: "countersign", version: "1.2.3", dependencies });
  write(`${program}/lib/program.ts`, "export {};");
  write(`${program}/.next/BUILD_ID`, "a build");
  write(`${program}/${LINKS}`, { ".next/node_modules/hoisted-1f": "../../node_modules/hoisted" });
  write("app/node_modules/hoisted/index.js", "hoisted");
  write("app/node_modules/@scope/nested/index.js", "of another version");
  write(`${program}/node_modules/@scope/nested/index.js`, "nested");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a package is copied once, finds its packages where npm put them, and stays as it is", async () => {
  const source = at("app/node_modules/countersign");
  const before = readdirSync(source, { recursive: true });
  const copies = await Promise.all([
    makeWritableCopy(source, at("cache")),
    makeWritableCopy(source, at("cache")),
  ]);
  const [copy = ""] = new Set(copies);
  expect(new Set(copies).size).toBe(1);
  expect(readdirSync(at("cache"))).toEqual([path.basename(copy)]);
  const read = (file: string) => readFileSync(path.join(copy, file), "utf8");
  expect(read("lib/program.ts")).toBe("export {};");
  expect(read("node_modules/hoisted/index.js")).toBe("hoisted");
  expect(read("node_modules/@scope/nested/index.js")).toBe("nested");
  expect(read(".next/node_modules/hoisted-1f/index.js")).toBe("hoisted");
  expect(existsSync(path.join(copy, "node_modules/for-another-system"))).toBe(false);
  expect(readdirSync(source, { recursive: true })).toEqual(before);

  writeFileSync(path.join(source, ".next/BUILD_ID"), "another build");
  expect(await makeWritableCopy(source, at("cache"))).not.toBe(copy);
});

test("an update keeps the copy before it; older copies, abandoned ones and those of removed packages go", async () => {
  const source = at("app/node_modules/countersign");
  const build = (id: string) => writeFileSync(path.join(source, ".next/BUILD_ID"), id);
  const first = await makeWritableCopy(source, at("cache"));
  // A package that is installed elsewhere has its own copies, and one that is gone has left its copy.
  cpSync(at("app"), at("other"), { recursive: true });
  cpSync(at("app"), at("gone"), { recursive: true });
  const theirs = await makeWritableCopy(at("other/node_modules/countersign"), at("cache"));
  const orphan = await makeWritableCopy(at("gone/node_modules/countersign"), at("cache"));
  rmSync(at("gone"), { recursive: true });
  const days = (age: number) => new Date(Date.now() - age * 86_400_000);
  const killed = at("cache/1.2.3-0123456789ab.killed");
  const [running, notes] = [at("cache/1.2.3-0123456789ab.running"), at("cache/notes")];
  for (const folder of [killed, running, notes]) mkdirSync(folder);
  for (const folder of [killed, notes, first, orphan]) utimesSync(folder, days(2), days(2));
  build("second");
  const second = await makeWritableCopy(source, at("cache"));
  expect(existsSync(first)).toBe(true);
  utimesSync(second, days(1), days(1));
  // Going back to the first makes it the one that was used last.
  build("a build");
  expect(await makeWritableCopy(source, at("cache"))).toBe(first);
  build("third");
  const third = await makeWritableCopy(source, at("cache"));
  const stay = [third, first, theirs, running, notes].map((folder) => path.basename(folder));
  expect(readdirSync(at("cache")).sort()).toEqual(stay.sort());
});

test("a copy that a process runs from stays, and so does one used within a day; one being made is not the copy before", async () => {
  const source = at("app/node_modules/countersign");
  const update = (id: string) => {
    writeFileSync(path.join(source, ".next/BUILD_ID"), id);
    return makeWritableCopy(source, at("cache"));
  };
  const daysAgo = (copy: string, age: number) => {
    const time = new Date(Date.now() - age * 86_400_000);
    utimesSync(copy, time, time);
  };
  const [served, killed, recent] = [await update("served"), await update("killed"), await update("recent")];
  const before = await update("before");
  const listeners = process.listeners("exit");
  await markRunning(served);
  const added = process.listeners("exit").filter((listener) => !listeners.includes(listener));
  // No system gives a process this number.
  writeFileSync(path.join(killed, "running-2147483647"), "");
  const partial = at("cache/1.2.3-0123456789ab.AbCdEf");
  cpSync(before, partial, { recursive: true });
  for (const copy of [served, killed]) daysAgo(copy, 3);
  for (const copy of [recent, before]) daysAgo(copy, 0.5);
  daysAgo(before, 2);
  rmSync(recent, { recursive: true });
  const current = await update("current");
  const names = (...copies: string[]) => copies.map((copy) => path.basename(copy)).sort();
  expect(readdirSync(at("cache")).sort()).toEqual(names(served, before, partial, current));
  // When the process exits, its mark goes.
  for (const listener of added) {
    listener(0);
    process.off("exit", listener);
  }
  daysAgo(served, 3);
  daysAgo(current, 0.5);
  daysAgo(before, 0.7);
  const next = await update("next");
  expect(readdirSync(at("cache")).sort()).toEqual(names(before, partial, current, next));
});

test("the copy of a read-only package can be written to", async () => {
  const source = at("app/node_modules/countersign");
  const files = ["lib/program.ts", ".next/BUILD_ID", "lib", ".next", "."];
  for (const file of files) chmodSync(path.join(source, file), 0o555);
  try {
    const copy = await makeWritableCopy(source, at("cache"));
    for (const file of files) expect(statSync(path.join(copy, file)).mode & 0o200, file).toBe(0o200);
  } finally {
    for (const file of files.toReversed()) chmodSync(path.join(source, file), 0o755);
  }
});

test("the cache is where the user or the system says, and a clone is no installed package", () => {
  expect(cacheFolder({ COUNTERSIGN_CACHE: "/var/cache/own", XDG_CACHE_HOME: "/xdg" })).toBe("/var/cache/own");
  expect(cacheFolder({}).endsWith(path.join("countersign"))).toBe(true);
  expect(() => cacheFolder({ COUNTERSIGN_CACHE: "/home/ada/node_modules/.cache" })).toThrow("node_modules");
  expect(isInstalledPackage(path.join("/home", "ada", "node_modules", "countersign"))).toBe(true);
  expect(isInstalledPackage(path.join("/home", "ada", "countersign"))).toBe(false);
});
