import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOTS = ["app", "components", "lib", "testing", "scripts", "e2e", "prisma/demo"];

/** Entry points outside these folders that import from them. */
const TOP = ["proxy.ts", "instrumentation.ts", "instrumentation-node.ts", "instrumentation-client.ts"].concat(
  ["next.config.ts", "playwright.config.ts", "vitest.config.ts", "prisma/seed.ts"],
);

/** Files whose exports Next.js imports by name. */
const OF_NEXT =
  /^app\/(.*\/)?(page|layout|route|error|global-error|not-found|loading|template|icon|manifest)\.tsx?$/;

/**
 * Files that are imported whole: the authorisation cases through a listing of their folder. `lib/agreement` is a
 * library: its public functions may have only the tests and examples as their callers.
 */
const IMPORTED_WHOLE = /^(testing\/authorisation|lib\/agreement)\//;

const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(root, file)),
)
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  .concat(TOP);
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

/** All exports at once: by `import *`, or by `import()` at run time. */
const WHOLE = "*";

const DECLARED =
  /^export (?:declare )?(default\b|(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+))/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const IMPORTED = /^(?:import|export) (?:type )?([^;"']*?)\s*from ["']([^"']+)["']/gm;
const WHILE_RUNNING = /\bimport\(\s*["']([^"']+)["']/g;

/** The names of `{ a, type b, c as d }`: as the imported file names them, or as this one does. */
const namesIn = (list: string, side: "there" | "here") =>
  list
    .split(",")
    .map((one) =>
      one
        .trim()
        .replace(/^type /, "")
        .split(" as "),
    )
    .map((parts) => (side === "there" ? parts[0] : parts.at(-1)) ?? "")
    .filter((name) => name !== "");

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(DECLARED)].map(([, what = "", name]) => name ?? what);
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = ""]) => namesIn(list, "here"));
  return [...declared, ...listed];
}

function* importsOf(text: string): Generator<{ module: string; names: string[] }> {
  for (const [, what = "", module = ""] of text.matchAll(IMPORTED)) {
    const [, before = what, list = ""] = what.match(/^([^{]*)\{([^}]*)\}/) ?? [];
    const whole = before.includes("*") ? [WHOLE] : [];
    const standard = /^\w+/.test(before) ? ["default"] : [];
    yield { module, names: [...namesIn(list, "there"), ...standard, ...whole] };
  }
  for (const [, module = ""] of text.matchAll(WHILE_RUNNING)) yield { module, names: [WHOLE] };
}

function fileOf(from: string, module: string): string | undefined {
  if (!module.startsWith("@/") && !module.startsWith(".")) return undefined;
  const base = module.startsWith("@/") ? module.slice(2) : path.posix.join(path.posix.dirname(from), module);
  return ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"]
    .map((ending) => `${base}${ending}`)
    .find((file) => texts.has(file));
}

test("every export is imported by another file", () => {
  const used = new Map(files.map((file) => [file, new Set<string>()]));
  for (const [file, text] of texts)
    for (const { module, names } of importsOf(text)) {
      const users = used.get(fileOf(file, module) ?? "");
      for (const name of names) users?.add(name);
    }
  const unused: string[] = [];
  for (const [file, text] of texts) {
    const users = used.get(file);
    if (
      !/^(app|components|lib|testing)\//.test(file) ||
      OF_NEXT.test(file) ||
      IMPORTED_WHOLE.test(file) ||
      users?.has(WHOLE)
    )
      continue;
    for (const name of new Set(exportsOf(text))) if (!users?.has(name)) unused.push(`${file}: ${name}`);
  }
  expect(unused).toEqual([]);
});

test("exports and imports are recognised in every form", () => {
  expect(
    exportsOf(
      "export const a = 1;\nexport default function B() {}\nexport type C = 1;\nexport { d as e, type F };",
    ),
  ).toEqual(["a", "default", "C", "e", "F"]);
  const text =
    'import a, { type b, c as d } from "x";\nimport * as e from "y";\nexport { f } from "z";\nawait import("w");';
  expect([...importsOf(text)]).toEqual([
    { module: "x", names: ["b", "c", "default"] },
    { module: "y", names: [WHOLE] },
    { module: "z", names: ["f"] },
    { module: "w", names: [WHOLE] },
  ]);
});
