import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Mark, readTutorial } from "@/e2e/tutorials/read-tutorial";

/*
 * A tutorial names the browser tests that walk it. Of a section that a test opens by its name, every numbered step is read
 * from the tutorial and done as it stands there (e2e/tutorials/walk.ts). In other sections what a step writes in bold is a
 * control or a text of the product, and one of the tests uses it under the same name. Commands are executed by tests that the
 * tutorial names too.
 */
const TUTORIALS = readdirSync("docs/tutorials").map((file) => ({
  name: path.parse(file).name,
  text: readFileSync(`docs/tutorials/${file}`, "utf8"),
}));

/** Sections that a test may leave to its reader: they need another machine, the demo, or a whole study of people's work. */
const READ_ONLY = new Map([
  ["do-drafts-bias", ["Read what the draft did"]],
  ["first-batch", ["Read the agreement"]],
  ["from-batch-to-paper", ["Close it", "Take the tables and figures", "Take the data"]],
  ["is-my-judge-any-good", ["Connect a model"]],
]);

const namesOf = (marks: Mark[]) => marks.filter(({ kind }) => kind === "name").map(({ text }) => text);

const walksOf = (text: string) =>
  [...text.matchAll(/`(e2e\/[\w-]+\.spec\.ts)`/g)].map(([, file = ""]) => readFileSync(file, "utf8"));

/** Sections of a tutorial that a test opens to do their steps. */
const openedIn = (walk: string, name: string) =>
  [...walk.matchAll(new RegExp(`openTutorial\\("${name}", \\[([^\\]]*)\\]`, "g"))].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, section = ""]) => section),
  );

test.each(TUTORIALS)(
  "the steps of $name are done by a browser test as they stand there",
  ({ name, text }) => {
    const opened = walksOf(text).flatMap((walk) => openedIn(walk, name));
    const sections = new Set(readTutorial(name).map(({ section }) => section));
    const left = [...sections].filter((section) => !opened.includes(section));
    expect(left).toEqual(READ_ONLY.get(name) ?? []);
  },
);

test.each(TUTORIALS)("every name in the other steps of $name is used by a browser test", ({ name, text }) => {
  const walks = walksOf(text);
  const left = READ_ONLY.get(name) ?? [];
  const names = readTutorial(name).flatMap(({ section, marks }) =>
    left.includes(section) ? namesOf(marks) : [],
  );
  // A test may give the beginning of a name, where a number follows, or its letters with other ones around them.
  const isUsed = (name: string) =>
    walks.some((walk) => literalsOf(walk).some((literal) => matches(literal, name)));
  expect([...new Set(names)].filter((name) => !isUsed(name))).toEqual([]);
});

/** Tests of any kind that a tutorial names. */
const testsOf = (text: string) =>
  [...text.matchAll(/`((?:e2e|lib|scripts)\/[\w/.-]+\.(?:spec|test)\.ts)`/g)].map(([, file = ""]) => file);

/** Commands and settings of a tutorial: lines of its blocks, and commands in a sentence. */
const commandsOf = (text: string) => [
  ...[...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.trim().split("\n")),
  ...[...text.matchAll(/`(npx countersign [^`]+)`/g)].map(([, command = ""]) => command),
];

/** Words by which a test that executes a line is found: the names of settings, a subcommand, a program. */
function tracesOf(line: string): string[] {
  if (line.startsWith("export ")) return [...line.matchAll(/(\w+)=/g)].map(([, name = ""]) => name);
  const [, subcommand] = /^npx countersign ([\w-]+)/.exec(line) ?? [];
  if (subcommand) return [`countersign(["${subcommand}"`];
  if (line.startsWith("npm ")) return [line];
  return [path.parse(line).name];
}

test.each(TUTORIALS)("every command in $name is executed by a test that it names", ({ name, text }) => {
  const tests = testsOf(text).map((file) => readFileSync(file, "utf8"));
  // A step that a browser test does ends it where a command is not run.
  const opened = walksOf(text).flatMap((walk) => openedIn(walk, name));
  const run = readTutorial(name)
    .filter(({ section }) => opened.includes(section))
    .flatMap(({ marks }) => marks.flatMap(({ text }) => text.split("\n")));
  const others = commandsOf(text).filter((line) => !run.includes(line.trim()));
  const missing = others.filter((line) =>
    tracesOf(line).some((trace) => !tests.some((source) => source.includes(trace))),
  );
  expect(missing).toEqual([]);
});

/** Texts and patterns of a test. */
function literalsOf(source: string): string[] {
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|\/((?:[^/\\\n]|\\.)+)\//g)].map(
    ([, quoted, template, pattern]) => quoted ?? template ?? pattern ?? "",
  );
}

/** Shortest part of a text by which it can be told from others. */
const TELLING = 6;

/** True for the name itself, a text that begins with it, a longer text around it, or a pattern for its beginning. */
function matches(literal: string, name: string): boolean {
  const plain = literal.replaceAll(/[\^$\\()]/g, "").trim();
  if (plain.startsWith(name)) return true;
  if (name.length > 2 * TELLING && plain.includes(name)) return true;
  return plain.length >= TELLING && name.startsWith(plain);
}
