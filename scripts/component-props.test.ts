import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

test("no component takes a property called key: React keeps it, and makes the component anew with each value", () => {
  const found = ["app", "components"]
    .flatMap(filesUnder)
    .flatMap((file) => componentsWithKey(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test("a component with a key is found, also under another name; functions that are no components may have one", () => {
  const text = `
    function One({ key, value }: Props) {}
    const Two = ({ key: known }: Props) => null;
    function three({ key }: Row) {}
    function Four({ value }: Props) { return rows.map(({ key }) => key); }`;
  expect(componentsWithKey(text)).toEqual(["One", "Two"]);
});

function componentsWithKey(text: string): string[] {
  const found: string[] = [];
  if (!/[{,]\s*key\s*[,:}]/.test(text)) return found;
  const look = (name: ts.Node | undefined, { parameters: [first] }: ts.SignatureDeclarationBase) => {
    if (!name || !ts.isIdentifier(name) || !/^[A-Z]/.test(name.text) || !first) return;
    if (!ts.isObjectBindingPattern(first.name)) return;
    const names = first.name.elements.map((element) => (element.propertyName ?? element.name).getText());
    if (names.includes("key")) found.push(name.text);
  };
  const visit = (node: ts.Node) => {
    if (ts.isFunctionDeclaration(node)) look(node.name, node);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      look(node.name, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("text.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function filesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => path.posix.join(root, file));
}
