import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * Rooms of `lib/` by storey, bottom first. A file may import from its own room, from a lower storey, or from
 * a room listed before its own in the same storey.
 */
const STOREYS = [
  // pure: mathematics, languages, formats, LLM protocols; nothing about this installation
  [
    "version",
    "agreement",
    "verifier",
    "formats",
    "shortcuts",
    "llm",
    "env",
    "log",
    "process-metrics",
    "http",
    "i18n",
    "documentation",
  ],
  // platform: the database, authentication, events
  [
    "duckdb",
    "database",
    "secrets",
    "queue",
    "events",
    "mail",
    "auth",
    "project",
    "invitation",
    "notice",
    "audit",
    "webhook",
    "api",
  ],
  // subject: data, protocols, judgements
  ["judgement", "dataset", "protocol"],
  // work: drafts, batches, reviews
  [
    "drafting",
    "judge",
    "quality",
    "batch",
    "participation",
    "prolific",
    "adjudication",
    "rubric",
    "review",
    "question",
    "curation",
  ],
  // results
  ["report", "export", "study"],
  // entry points: they compose rooms, and no lower room imports them
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

/** The room of a file of `lib/`: its folder, or its own name at the top level. */
const roomOf = (file: string) => file.split("/")[1]?.replace(SOURCE, "") ?? "";

function* importsOf(file: string): Generator<string> {
  for (const [, fixed, dynamic] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const name = fixed ?? dynamic ?? "";
    if (name.startsWith("@/lib/")) yield name.slice(2);
    else if (name.startsWith(".")) yield path.posix.join(path.posix.dirname(file), name);
  }
}

test("every room is listed in a storey", () => {
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
