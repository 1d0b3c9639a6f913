import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RouteCase } from "@/testing/authorisation/case";

const folder = dirname(fileURLToPath(import.meta.url));
const SUPPORT = ["case.ts", "all-cases.ts"];

/** All cases, by method and path. */
export async function allCases(): Promise<Map<string, RouteCase>> {
  const cases = new Map<string, RouteCase>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".ts") && !SUPPORT.includes(name))) {
    const { cases: written }: { cases: Record<string, RouteCase> } = await import(join(folder, file));
    for (const [name, one] of Object.entries(written)) cases.set(name, one);
  }
  return cases;
}
