import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const MOST_LINES_OF_A_FILE = 400;
const MOST_LINES_OF_A_FUNCTION = 150;
/** Nine of ten functions and components of the interface have no more lines. Never to be raised. */
const MOST_LINES_IN_THE_INTERFACE = 50;

/** Long files, with the reason why. When one is parted or shortened, it leaves the list; the list takes no new ones. */
const LONG_FILES: Readonly<Record<string, string>> = {
  "lib/export/scripts/recompute.py": "one script that travels alone, in every export",
  "lib/drafting/data/run-worker.db.test.ts": "one worker, with one stub of a model",
};

const ROOTS = ["app", "components", "e2e", "lib", "prisma/demo", "scripts", "testing"];

const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(root, file.replaceAll(path.sep, "/")))
    .filter((file) => /\.(ts|tsx|mjs|py)$/.test(file)),
);

const lines = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;

/** The functions of a file that are too long, by what they are called or called with. */
function longFunctions(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const [first, last] = [node.getStart(), node.end].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      ) as [number, number];
      if (last - first + 1 > MOST_LINES_OF_A_FUNCTION) found.push(`${file}: ${nameOf(node)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  const [first] = ts.isCallExpression(parent) ? parent.arguments : [];
  return first && ts.isStringLiteralLike(first) ? first.text : "without a name";
}

test(`no file has more than ${MOST_LINES_OF_A_FILE} lines, but those listed with a reason`, () => {
  const long = files.filter((file) => lines(file) > MOST_LINES_OF_A_FILE);
  expect(long.filter((file) => !(file in LONG_FILES))).toEqual([]);
});

test(`no function has more than ${MOST_LINES_OF_A_FUNCTION} lines`, () => {
  // A shorter file cannot hold a longer function, and need not be parsed.
  const parsed = files.filter((file) => !file.endsWith(".py") && lines(file) > MOST_LINES_OF_A_FUNCTION);
  expect(parsed.flatMap(longFunctions)).toEqual([]);
});

/** Lines of the functions and components that a file declares at its top level. */
function lengthsOfDeclarations(file: string): number[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const lineAt = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  return source.statements
    .flatMap((statement): ts.Node[] => {
      if (ts.isFunctionDeclaration(statement) && statement.body) return [statement];
      if (!ts.isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.flatMap(
        ({ initializer }) => functionIn(initializer) ?? [],
      );
    })
    .map((node) => lineAt(node.end) - lineAt(node.getStart()) + 1);
}

/** The function that a constant is, or that is wrapped in calls such as `cache` and `memo`. */
function functionIn(value: ts.Expression | undefined): ts.Node | undefined {
  if (!value) return undefined;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  if (!ts.isCallExpression(value)) return undefined;
  return value.arguments.map(functionIn).find((found) => found !== undefined);
}

test(`nine of ten functions of the interface have at most ${MOST_LINES_IN_THE_INTERFACE} lines`, () => {
  const ofInterface = files.filter(
    (file) => /^(app|components)\/.*\.tsx$/.test(file) && !file.endsWith(".test.tsx"),
  );
  const lengths = ofInterface.flatMap(lengthsOfDeclarations).sort((a, b) => a - b);
  expect(lengths[Math.ceil(lengths.length * 0.9) - 1]).toBeLessThanOrEqual(MOST_LINES_IN_THE_INTERFACE);
});
