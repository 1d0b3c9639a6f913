import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOM = "lib/agreement";
const sources = readdirSync(ROOM)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => path.join(ROOM, file));

/** All exports of the room, by name. */
const SCOPE: Record<string, unknown> = Object.assign(
  { Float64Array, Int32Array, Uint8Array },
  ...(await Promise.all(sources.map((file) => import(path.resolve(file))))),
);

describe.each(sources.map((file) => [file, examplesIn(file)] as const).filter(([, list]) => list.length))(
  "%s",
  (_, examples) => {
    test.each(examples)("the example of $name is right", ({ code }) => {
      const results = run(code);
      expect(results.length, "an example shows at least one result").toBeGreaterThan(0);
      for (const { actual, expected } of results) expect(rounded(actual)).toEqual(expected);
    });
  },
);

test("every function used by another room has an example", () => {
  const called = new Set(
    ["app", "components", "lib", "scripts"].flatMap(filesUnder).flatMap(importedFromAgreement),
  );
  const missing = sources.flatMap((file) => {
    const shown = new Set(examplesIn(file).map(({ name }) => name));
    return exportedFunctions(file)
      .map(({ name }) => name)
      .filter((name) => called.has(`${file}: ${name}`) && !shown.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test("a wrong result is noticed", () => {
  const [right, wrong] = run("1 / 3; // → 0.333\n1 / 3; // → 0.334") as [Result, Result];
  expect(rounded(right.actual)).toEqual(right.expected);
  expect(rounded(wrong.actual)).not.toEqual(wrong.expected);
});

interface Result {
  actual: unknown;
  expected: unknown;
}

/** Runs an example with all exports of the room in scope. `EXPRESSION; // → RESULT` states a result. */
function run(code: string): Result[] {
  const results: Result[] = [];
  const script = code.replace(
    /^(.*); \/\/ → (.*)$/gm,
    (_, expression, expected) => `check(${expression}, ${expected});`,
  );
  const check = (actual: unknown, expected: unknown) => results.push({ actual, expected: copy(expected) });
  runInNewContext(script, { ...SCOPE, check });
  return results;
}

/** Numbers to three decimals, as examples print them; arrays by their elements. */
function rounded(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toFixed(3));
  return Array.isArray(value) ? Array.from(value, rounded) : value;
}

/** An array of the example's own global scope as one of this scope, so that both compare as equal. */
function copy(value: unknown): unknown {
  return Array.isArray(value) ? Array.from(value, copy) : value;
}

function examplesIn(file: string): { name: string; code: string }[] {
  return exportedFunctions(file).flatMap(({ name, comment }) => {
    const [, code] = comment.split("@example");
    return code ? [{ name, code: code.replace(/\*\/\s*$/, "").replace(/^\s*\* ?/gm, "") }] : [];
  });
}

function exportedFunctions(file: string): { name: string; comment: string }[] {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement) => {
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported || !statement.name) return [];
    const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
    return [
      { name: statement.name.text, comment: comments.map(({ pos, end }) => text.slice(pos, end)).join("\n") },
    ];
  });
}

function importedFromAgreement(file: string): string[] {
  if (file.startsWith(ROOM)) return [];
  const imports = readFileSync(file, "utf8").matchAll(
    /import \{([^}]*)\} from "[^"]*\/agreement\/([\w-]+)(?:\.ts)?"/g,
  );
  return [...imports].flatMap(([, names = "", module]) =>
    names
      .split(",")
      .map((name) => `${ROOM}/${module}.ts: ${name.trim().split(" as ")[0]}`)
      .filter((name) => !name.includes(": type ")),
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file))
    .map((file) => path.join(folder, file));
}
