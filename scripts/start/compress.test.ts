import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressBuild } from "./compress.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-static-"));
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks/one.js"), "let a = 1;\n".repeat(100));
  writeFileSync(path.join(folder, "chunks/one.css"), "a { color: teal }\n".repeat(100));
  writeFileSync(path.join(folder, "font.woff2"), "compressed already");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("scripts and style sheets have compressed copies, and other files have none", async () => {
  await compressBuild(folder);
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  expect(files).toEqual([
    "chunks",
    "chunks/one.css",
    "chunks/one.css.br",
    "chunks/one.js",
    "chunks/one.js.br",
    "font.woff2",
  ]);
  for (const name of ["chunks/one.js", "chunks/one.css"]) {
    const small = readFileSync(path.join(folder, `${name}.br`));
    const whole = readFileSync(path.join(folder, name));
    expect(brotliDecompressSync(small)).toEqual(whole);
    expect(small.length).toBeLessThan(whole.length / 10);
  }
});
