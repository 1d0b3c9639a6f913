import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const LEFT_OUT = /^(\.git|\.next|\.data.*|node_modules|test-results)$/;

/** The files of `npm pack` without a build, from a copy: the build may be at work beside this test. */
const files = (() => {
  const copy = mkdtempSync(path.join(tmpdir(), "countersign-package-"));
  try {
    for (const name of readdirSync(".").filter((name) => !LEFT_OUT.test(name)))
      cpSync(name, path.join(copy, name), { recursive: true });
    const npm = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const listed = execFileSync("npm", npm, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26 });
    const [packed] = Object.values(JSON.parse(listed)) as { files: { path: string }[] }[];
    return packed?.files.map((file) => file.path) ?? [];
  } finally {
    rmSync(copy, { recursive: true });
  }
})();

/** Files that start on their own: by a command, by npm, by Next and by Prisma. */
const ENTRIES =
  /^(lib\/cli\/bin\.mjs|lib\/worker\/main\.ts|scripts\/.*|prisma\/seed\.ts|(instrumentation|proxy|next|postcss).*|app\/.*)$/;

const IMPORT = /(?:from|import|importScript|new URL)\s*\(?\s*"((?:@\/|\.\.?\/)[^"]+)"/g;

/** Files of the project that a file imports, by their names without what may be left out of one. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8").replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...source.matchAll(IMPORT)].map(([, name = ""]) =>
    name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(file), name),
  );
}

const SUFFIXES = ["", ".ts", ".tsx", ".mjs", "/index.ts", ".json"];

test("a package has everything that is imported by what starts in it", () => {
  const packed = new Set(files);
  const find = (name: string) =>
    SUFFIXES.map((suffix) => name + suffix).find((file) => packed.has(file)) ?? null;
  const seen = new Set(files.filter((file) => ENTRIES.test(file)));
  const missing: string[] = [];
  for (const file of seen) {
    if (!/\.(ts|tsx|mjs)$/.test(file)) continue;
    for (const name of importsOf(file)) {
      const found = find(name);
      if (found) seen.add(found);
      else if (/\.\w+$|^(app|components|lib|prisma|scripts|testing)\//.test(name))
        missing.push(`${file}: ${name}`);
    }
  }
  expect(seen.size).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test("a package has what is read while it runs, and where it comes from", () => {
  const needed = [
    "package.json",
    "LICENSE",
    "README.md",
    "tsconfig.json",
    "next.config.ts",
    "docs/README.md",
  ];
  const others = ["prisma/schema.prisma", "prisma/replaced-migrations.json", "public/icon.svg"];
  const migrations = files.filter((file) => /^prisma\/migrations\/\w+\/migration\.sql$/.test(file));
  expect(files).toEqual(expect.arrayContaining([...needed, ...others]));
  expect(migrations.length).toBeGreaterThan(10);
});

test("a package has no tests, data, secrets or packages", () => {
  const unwanted =
    /\.test\.tsx?$|\/testing\/|^e2e\/|(^|\/)\.(data|env|git)|(^|\/)node_modules\/|\.(pem|key)$|\.next\/(cache|dev|types)/;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});
