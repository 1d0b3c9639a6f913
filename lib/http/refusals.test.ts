import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { RefusalWords } from "@/lib/http/refusals/words";

test("no code of a refusal is worded in two tables", async () => {
  const files = readdirSync("lib/http/refusals");
  const tables = await Promise.all(
    files.map(
      (file): Promise<Record<string, RefusalWords>> => import(`./refusals/${file.replace(/\.ts$/, "")}.ts`),
    ),
  );
  const codes = tables.flatMap((exported) => Object.values(exported).flatMap(Object.keys));
  expect(codes.length).toBeGreaterThan(files.length);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
