import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { en } from "@/lib/i18n/english";

/** Folders of annotators' pages: every text there comes from the dictionaries. */
const PLACES = [
  "app/annotate",
  "app/(entry)/join",
  "app/inbox",
  "app/inbox-bell.tsx",
  "app/signed-in-frame.tsx",
  "app/not-found.tsx",
  "app/error.tsx",
  "components/i18n",
  "components/prose",
  "components/question",
  "components/review",
  "components/shell/app-shell.tsx",
  "components/shell/brand.tsx",
  "components/shell/sample-badge.tsx",
  "components/shell/user-menu.tsx",
  "components/ui",
];

/** Texts that annotators do not see, or that are the same in every language. */
const EXCEPT = [
  // The preview is for designers of a batch, and so are these parts.
  "app/annotate/preview/",
  "components/ui/data-table.tsx",
  "components/ui/data-table-cells.tsx",
  "components/ui/file-drop.tsx",
  "components/ui/filter-links.tsx",
  "components/ui/confirm-dialog.tsx",
  "components/ui/info-tip.tsx",
  "components/ui/load-more.tsx",
  "components/ui/shown-once.tsx",
];
/**
 * Texts that are the same in every language: the product's name, site administration and documentation, a time
 * zone, the title of a missing page.
 */
const SAME_EVERYWHERE = new Set(["Countersign", "Accounts", "Documentation", "UTC", "Not found"]);
/** Texts in this form are identifiers. */
const CODE = /^[a-z][a-z0-9.-]*$/;

/** Terms that `docs/reference/glossary.md` has replaced. */
const REPLACED = /\b(?:subjects?|slots?|contested units?)\b/i;

const SPOKEN =
  /^(?:aria-label|aria-description|aria-valuetext|aria-roledescription|title|placeholder|label|alt|description|hint|summary|content|heading|legend|error|action|words|verb|word|startLabel|endLabel|labelHidden|altText|shortcut|text)$/;

test("no word that annotators read stands outside of the dictionaries", () => {
  expect(sources().flatMap(wordsIn)).toEqual([]);
});

test("every text of the dictionary is used", () => {
  const usedTexts = sources([
    "app",
    "components",
    "lib/i18n",
    "lib/auth",
    "lib/invitation",
    "lib/mail",
    "lib/notice",
    "lib/quality/rules",
  ])
    .filter((file) => !file.includes("dictionaries"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const isUsed = (id: string) => {
    const parts = id.split(/(?<=[.-])/);
    const starts = parts.slice(0, -1).map((_, n) => `\`${parts.slice(0, n + 1).join("")}\${`);
    return usedTexts.includes(`"${id}"`) || starts.some((start) => usedTexts.includes(start));
  };
  expect(Object.keys(en).filter((id) => !isUsed(id))).toEqual([]);
});

test("no page has a word that the glossary has replaced", () => {
  const files = sources(["app", "components"], []);
  expect(files.flatMap(wordsIn).filter((found) => REPLACED.test(found.slice(found.indexOf(": "))))).toEqual(
    [],
  );
});

function sources(places: readonly string[] = PLACES, except: readonly string[] = EXCEPT): string[] {
  return places
    .flatMap((place) => (/\.tsx?$/.test(place) ? [place] : filesUnder(place)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
    .filter((file) => !except.some((start) => file.startsWith(start)));
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(place) : [place];
  });
}

/** User-visible texts of a file: elements, names, labels, announcements. */
function wordsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    const words = text.trim();
    if (!/\p{L}{2,}/u.test(words) || SAME_EVERYWHERE.has(words) || CODE.test(words)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${words}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      if (node.expression) literalsOf(node.expression, report);
    } else if (ts.isJsxAttribute(node) && SPOKEN.test(node.name.getText()) && node.initializer) {
      literalsOf(node.initializer, report);
    } else if (ts.isPropertyAssignment(node) && SPOKEN.test(node.name.getText())) {
      literalsOf(node.initializer, report);
    } else if (
      ts.isCallExpression(node) &&
      /^(?:announce|setProblem|setFailure)$/.test(node.expression.getText())
    ) {
      for (const argument of node.arguments) literalsOf(argument, report);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** String literals an expression can evaluate to; not those in conditions or call arguments. */
function literalsOf(node: ts.Node, report: (node: ts.Node, text: string) => void): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) report(node, node.text);
  else if (ts.isTemplateExpression(node)) {
    for (const { text } of [node.head, ...node.templateSpans.map(({ literal }) => literal)])
      report(node, text);
  } else if (ts.isConditionalExpression(node)) {
    literalsOf(node.whenTrue, report);
    literalsOf(node.whenFalse, report);
  } else if (ts.isBinaryExpression(node)) {
    const isChoice = ["&&", "||", "??", "+"].includes(node.operatorToken.getText());
    if (isChoice) literalsOf(node.left, report);
    if (isChoice) literalsOf(node.right, report);
  } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
    if (node.expression) literalsOf(node.expression, report);
  }
}
