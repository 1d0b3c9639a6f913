import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Words that meant several things each; `docs/reference/glossary.md` has the words that are used. */
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

/** Labels that are held out of a judge's tuning: the field's own word. */
const HELD_OUT = /held_?out/i;

test("no exported name has a word that meant several things", () => {
  const found = ["app", "components", "lib", "testing"].flatMap(filesUnder).flatMap((file) =>
    exportedNames(file)
      .filter((name) => wordsOf(name.replace(HELD_OUT, "")).some((word) => REPLACED.has(word)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

/** Words that leave open who acts: a comment names the annotator, the admin or the caller. Only as whole words. */
const UNNAMED = /\b(?:whoever|somebody|everybody|anybody|manieth|of these those)\b/i;

test("no comment of lib has an unnamed actor", () => {
  const found = filesUnder("lib")
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => UNNAMED.test(text))
    .flatMap(({ file, text }) =>
      commentsIn(text)
        .filter((comment) => UNNAMED.test(comment))
        .map((comment) => `${file}: ${comment.slice(0, 100)}`),
    );
  expect(found).toEqual([]);
});

/** A docstring names the thing it is about: "The share of …" instead of "How often …". */
const OPENS_LIKE_A_QUESTION = /\/\*\*[\s*]*(?:What|How|Of|Whether|Whose)\b.*/g;

test("no docstring opens with what, how, of, whether or whose", () => {
  const found = ["app", "components", "e2e", "lib", "prisma/demo", "scripts", "testing"]
    .flatMap(filesUnder)
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(OPENS_LIKE_A_QUESTION)].map(
        ([docstring]) => `${file}: ${docstring.slice(0, 100)}`,
      ),
    );
  expect(found).toEqual([]);
});

test("a comment is distinguished from texts and expressions", () => {
  const text = "f(/* one */ `// no`); // two\nconst b = /[/]/, c = 'x // no'; /** three */";
  expect(commentsIn(text)).toEqual(["/* one */", "// two", "/** three */"]);
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

/** Every comment of a source, in order: those before its tokens, and those after the last token of a line. */
function commentsIn(text: string): string[] {
  const source = ts.createSourceFile("comments.ts", text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0) return;
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, text.slice(pos, end));
  };
  visit(source);
  return [...found].sort(([a], [b]) => a - b).map(([, comment]) => comment);
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
