import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the start of a web process uses Node.js only in the branch that other runtimes leave out", () => {
  const source = readFileSync("instrumentation.ts", "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const outside = source.replace(/if \(process\.env\.NEXT_RUNTIME === "nodejs"\) \{[\s\S]*?\n {2}\}/g, "");
  expect(source.match(/await import\("\.\/instrumentation-node"\)/g)).toHaveLength(2);
  expect(outside).not.toMatch(/import\(|process|console|require/);
  expect(outside.match(/^import .*/gm)).toEqual(['import type { Instrumentation } from "next";']);
});
