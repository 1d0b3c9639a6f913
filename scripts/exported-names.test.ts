import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Ambiguous words; `docs/glossary.md` has the replacement for each. */
const REPLACED = new Set(
  ["desk", "door", "told", "asked", "said", "kept", "held", "ways", "world", "settle", "settled"].concat([
    "standing",
    "moved",
    "handing",
    "nobody",
    "somebody",
    "whoever",
    "surroundings",
    "manieth",
  ]),
);

test("no exported name has a word that the glossary has replaced", () => {
  const found = ["app", "components", "lib", "testing"].flatMap(filesUnder).flatMap((file) =>
    exportedNames(file)
      .filter((name) => wordsOf(name).some((word) => REPLACED.has(word)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("a replaced word is found in every way of writing names, and only as a whole word", () => {
  expect(["DeskState", "whatWasSaid", "KEPT_ROWS", "useHanding"].map(wordsOf)).toEqual([
    ["desk", "state"],
    ["what", "was", "said"],
    ["kept", "rows"],
    ["use", "handing"],
  ]);
  expect(wordsOf("understandingOf")).toEqual(["understanding", "of"]);
});

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
}

function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}
