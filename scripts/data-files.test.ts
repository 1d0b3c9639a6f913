import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCE = /\.tsx?$/;
const SUPPORT = /\.test\.tsx?$|\/testing\//;

const sources = ["lib", "app", "components"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(root, file))
    .filter((file) => SOURCE.test(file) && !SUPPORT.test(file)),
);

const isData = (file: string) => /^lib\/[^/]+\/data(\.ts$|\/)/.test(file);

/** Code that runs in browsers: components, `client` folders, and files that begin with "use client". */
const isClient = (file: string, text: string) =>
  file.startsWith("components/") || /^lib\/[^/]+\/client(\.ts$|\/)/.test(file) || /^"use client"/.test(text);

test("no zod schema is declared in data: shapes belong into schema", () => {
  const declaring = sources
    .filter(isData)
    .filter((file) => /^import (?!type )[^;]*from "zod";/m.test(readFileSync(file, "utf8")));
  expect(declaring).toEqual([]);
});

test("no zod schema is exported from server-only code: what others import belongs into schema", () => {
  const exporting = sources.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!text.includes('import "server-only"')) return [];
    return [...text.matchAll(/^export const (\w+)[^=\n]*=\s*z\b/gm)].map(([, name]) => `${file}: ${name}`);
  });
  expect(exporting).toEqual([]);
});

test("no component or client file imports from data, not even a type", () => {
  const importing: string[] = [];
  for (const file of sources) {
    const text = readFileSync(file, "utf8");
    if (!isClient(file, text)) continue;
    for (const [, name = ""] of text.matchAll(/from "(@\/lib\/[^"]+)"/g))
      if (isData(`${name.slice(2)}.ts`)) importing.push(`${file} imports ${name}`);
  }
  expect(importing).toEqual([]);
});
