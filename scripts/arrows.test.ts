import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Folders with imports that the linter must reject and must allow. */
const PLACES: { file: string; refused: string[]; passed: string[] }[] = [
  {
    file: "app/page.tsx",
    refused: ["@/testing/builders/projects", "@/e2e/fixtures"],
    passed: ["@/lib/batch/data"],
  },
  {
    file: "components/review/card.tsx",
    refused: ["@/lib/review/data", "@/lib/database/db", "@/lib/agreement/alpha", "@/app/page"],
    passed: ["@/lib/review/rules/reducer", "@/lib/review/schema", "@/components/ui/button"],
  },
  { file: "components/ui/button.tsx", refused: ["@/lib/review/schema"], passed: ["@/components/ui/field"] },
  {
    file: "components/charts/bars.tsx",
    refused: ["@/components/review/card", "@/lib/export/rules/study-index"],
    passed: ["@/lib/formats/csv"],
  },
  {
    file: "lib/batch/data.ts",
    refused: ["@/components/ui/button", "@/app/page", "@/testing/builders/projects", "@/lib/worker/registry"],
    passed: ["@/lib/queue/enqueue", "@/prisma/generated/client/client", "@/lib/auth/actor"],
  },
  {
    file: "lib/batch/data/claim.ts",
    refused: ["@/testing/builders/projects"],
    passed: ["@/lib/database/db"],
  },
  { file: "lib/batch/data/claim.db.test.ts", refused: [], passed: ["@/testing/builders/projects"] },
  {
    file: "lib/batch/rules.ts",
    refused: ["@/lib/batch/data", "@/prisma/generated/client/client"],
    passed: ["@/lib/rubric/schema", "@/lib/review/rules", "@/lib/agreement/alpha"],
  },
  { file: "lib/batch/rules/design.ts", refused: ["@/lib/database/db"], passed: ["@/lib/batch/schema"] },
  { file: "lib/batch/schema.ts", refused: ["@/lib/batch/rules"], passed: ["@/lib/rubric/schema"] },
  { file: "lib/agreement/alpha.ts", refused: ["@/lib/batch/schema"], passed: ["@/lib/agreement/estimate"] },
  { file: "lib/agreement/alpha.test.ts", refused: ["@/lib/batch/schema"], passed: [] },
  { file: "lib/verifier/count.ts", refused: ["@/lib/agreement/alpha"], passed: [] },
  { file: "lib/llm/client.ts", refused: ["@/lib/database/db"], passed: ["@/lib/llm/models"] },
  {
    file: "lib/cli/report.ts",
    refused: ["@/lib/database/db", "@/scripts/testing/database"],
    passed: ["@/lib/report/rules", "@/scripts/prisma/migrate.mjs"],
  },
  { file: "lib/worker/registry.ts", refused: ["@/app/page"], passed: ["@/lib/batch/jobs"] },
  {
    file: "e2e/sign-in.spec.ts",
    refused: ["@/lib/auth/data"],
    passed: ["@/testing/builders/projects", "@/e2e/fixtures"],
  },
];

const home = mkdtempSync(path.join(tmpdir(), "countersign-arrows-"));
afterAll(() => rmSync(home, { recursive: true }));

let output = "";

/** The files, with one import per line, beside a copy of the linter's configuration. */
beforeAll(() => {
  cpSync("biome.json", path.join(home, "biome.json"));
  writeFileSync(path.join(home, ".gitignore"), "node_modules\n");
  for (const { file, refused, passed } of PLACES) {
    mkdirSync(path.join(home, path.dirname(file)), { recursive: true });
    const lines = [...refused, ...passed].map((name, i) => `export { thing as thing${i} } from "${name}";\n`);
    writeFileSync(path.join(home, file), lines.join(""));
  }
  const biome = path.resolve("node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--only=style/noRestrictedImports", "--max-diagnostics=none", "--colors=off"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: "utf8" });
  output = stdout + stderr;
});

test.each(PLACES)("allowed imports of $file", ({ file, refused }) => {
  const lines = [...output.matchAll(/^(\S+):(\d+):\d+ lint\/style\/noRestrictedImports/gm)];
  const found = lines.filter(([, name]) => name === file).map(([, , line]) => Number(line));
  expect(found).toEqual(refused.map((_, i) => i + 1));
});

test("every file was checked", () => {
  expect(output).toContain(`Checked ${PLACES.length + 1} files`);
});
