import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* What an annotator's first visit loads before anything is pressed. The bundler follows imports of values, not of types,
   and those of import() only when they are called. */

const PAGES = [
  "app/annotate/[assignment]/assignment.tsx",
  "app/annotate/unsent-work.tsx",
  "app/signed-in-frame.tsx",
];
const IMPORT = /^(?:import|export)\s+(?!type\b)([^;"]*?)\s*from\s+"([^"]+)"/gm;

/** Names of what a file imports at run time. */
function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) => {
    const inBraces = /^\{(.*)\}$/s.exec(names.trim())?.[1]?.split(",") ?? [names];
    const named = inBraces.map((name) => name.trim()).filter((name) => name !== "");
    return named.every((name) => name.startsWith("type ")) ? [] : [from];
  });
}

function read(file: string): { file: string; source: string } | null {
  for (const ending of ["", ".ts", ".tsx"])
    try {
      return { file: file + ending, source: readFileSync(file + ending, "utf8") };
    } catch {
      // The next ending.
    }
  return null;
}

/** The packages that a file loads, by itself or through other files, each with the file that imports it. */
function packagesOf(start: string): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const known = read(name);
    if (!known || seen.has(known.file)) continue;
    seen.add(known.file);
    for (const from of importsOf(known.source))
      if (from.startsWith("@/")) waiting.push(from.slice(2));
      else if (from.startsWith(".")) waiting.push(path.posix.join(path.posix.dirname(known.file), from));
      else found.set(from, known.file);
  }
  return found;
}

test.each(PAGES)("%s loads no package beside the framework's", (page) => {
  const others = [...packagesOf(page)].filter(
    ([name]) => !/^(?:react|react-dom|next|lucide-react|clsx)(?:\/|$)/.test(name),
  );
  expect(others).toEqual([]);
});

test("imports of values count, imports of types and dynamic ones do not", () => {
  const source = `import type { A } from "a";
import { type B, type C } from "b";
import { type D, e } from "e";
export { f } from "f";
const g = () => import("g");`;
  expect(importsOf(source)).toEqual(["e", "f"]);
});
