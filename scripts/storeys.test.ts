import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * The rooms of `lib/` in their storeys, from the ground up. A file imports from its own room, from a lower storey, or
 * inside its storey from a room that stands before its own.
 */
const STOREYS = [
  // pure: mathematics, languages, formats, the wire to models; nothing about this installation
  ["version", "agreement", "verifier", "formats", "shortcuts", "llm", "env", "log", "http", "i18n"],
  // platform: the database, who acts, what is told to whom
  ["database", "secrets", "queue", "events", "auth", "project", "invitation", "audit", "webhook", "api"],
  // subject: what is judged, how it is asked for, what a judgement is
  ["judgement", "dataset", "protocol"],
  // work: drafts, batches, reviews
  ["drafting", "quality", "batch", "participation", "adjudication", "rubric", "review", "question"],
  // results
  ["report", "export", "study"],
  // doors: they compose rooms, and no room below imports them
  ["resources", "installation", "account", "worker", "cli"],
];
const ORDER = STOREYS.flat();

const SOURCE = /\.tsx?$/;
const SUPPORT = /\.test\.tsx?$|\/testing\//;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("lib", file))
  .filter((file) => SOURCE.test(file) && !SUPPORT.test(file));

/** The room a file of `lib/` stands in: its folder, or its own name where it stands alone. */
const roomOf = (file: string) => file.split("/")[1]?.replace(SOURCE, "") ?? "";

function* importsOf(file: string): Generator<string> {
  for (const [, fixed, dynamic] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const name = fixed ?? dynamic ?? "";
    if (name.startsWith("@/lib/")) yield name.slice(2);
    else if (name.startsWith(".")) yield path.posix.join(path.posix.dirname(file), name);
  }
}

test("every room has its place in a storey", () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual([...ORDER].sort());
});

test("imports go down the storeys, never up", () => {
  const up: string[] = [];
  for (const file of files)
    for (const imported of importsOf(file)) {
      const [from, to] = [roomOf(file), roomOf(imported)];
      if (ORDER.indexOf(to) > ORDER.indexOf(from))
        up.push(`${file} imports ${imported}: what it needs belongs into ${from} or a room before it`);
    }
  expect(up).toEqual([]);
});
