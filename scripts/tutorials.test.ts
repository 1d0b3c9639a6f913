import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * A tutorial names the browser tests that walk its steps. What it writes in bold in a numbered step is a control or a
 * text of the product, and one of these tests uses it under the same name: so text and product cannot drift apart.
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
