import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/*
 * A tutorial names the browser tests that walk its steps. What it writes in bold in a numbered step is a control or a
 * text of the product, and one of these tests uses it under the same name: so text and product cannot drift apart. Its
 * commands are executed by tests that it names too.
 */
const TUTORIALS = readdirSync("docs/tutorials").map((name) => ({
  name,
  text: readFileSync(`docs/tutorials/${name}`, "utf8"),
}));

/** Lines of numbered steps, with those that continue them. */
const stepsOf = (text: string) =>
  [...text.matchAll(/^\d+\. .*(?:\n {3}.*)*/gm)].map(([step]) => step.replace(/\s+/g, " "));

const namesOf = (step: string) => [...step.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);

const walksOf = (text: string) =>
  [...text.matchAll(/`(e2e\/[\w-]+\.spec\.ts)`/g)].map(([, file = ""]) => file);

test.each(TUTORIALS)(
  "every name in the steps of $name is used by a browser test that walks it",
  ({ text }) => {
    const walks = walksOf(text).map((file) => readFileSync(file, "utf8"));
    const names = stepsOf(text).flatMap(namesOf);
    expect(names.length).toBeGreaterThan(10);
    // A test may give the beginning of a name, where a number follows, or its letters with other ones around them.
    const isUsed = (name: string) =>
      walks.some((walk) => literalsOf(walk).some((literal) => matches(literal, name)));
    expect([...new Set(names)].filter((name) => !isUsed(name))).toEqual([]);
  },
);

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

test.each(TUTORIALS)("every command in $name is executed by a test that it names", ({ text }) => {
  const tests = testsOf(text).map((file) => readFileSync(file, "utf8"));
  const missing = commandsOf(text).filter((line) =>
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
