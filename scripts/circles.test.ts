import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOTS = ["lib", "components", "app", "scripts", "testing"];
const SOURCE = /\.(tsx?|mjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** The files that each file imports, types included. */
type Imports = ReadonlyMap<string, readonly string[]>;

const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(root, file)),
).filter((file) => SOURCE.test(file) && !TEST.test(file));
const known = new Set(files);

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? "";
    if (!name.startsWith("@/") && !name.startsWith(".")) return [];
    const target = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(file), name);
    return ["", ".ts", ".tsx", ".mjs"].map((ending) => target + ending).filter((one) => known.has(one));
  });
}

/** The strongly connected components with more than one file (Tarjan 1972). */
function circlesIn(imports: Imports): string[][] {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    let low = number.size;
    number.set(file, low);
    lowest.set(file, low);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!number.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? low);
      lowest.set(file, low);
    }
    if (low === number.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!number.has(file)) visit(file);
  return found;
}

test("no file imports itself through other files, not even types", () => {
  expect(circlesIn(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
});

test("circles are found, wherever they are entered and however long they are", () => {
  const imports = {
    entry: ["a", "leaf"],
    a: ["b"],
    b: ["c", "leaf"],
    c: ["a"],
    d: ["e", "a"],
    e: ["d"],
    leaf: [],
  };
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
  ]);
});
