import { mkdir } from "node:fs/promises";
import { findingsIn, isFinding } from "@/lib/cli/findings-file";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { MethodFinding } from "@/lib/drafting/schema/findings";
import { renderWithRuns } from "@/lib/export/rules/table-with-runs";
import type { RunHeader } from "@/lib/export/schema/run-header";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { withReport } from "@/lib/report/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { type RecipeFolder, type StepResult, textOfLines, writeWhole } from "./folder";
import type { Recipe, RecipeBatch } from "./schema";
import { recordsIn } from "./steps";

interface Outputs {
  recipe: Recipe;
  records: readonly StudyRecord[];
  results: readonly StepResult[];
  /** Tables with the values that the paper prints. */
  published: boolean;
}

/** Writes the study with everything drafted, how it was drafted, the designs of the batches, and the tables. */
export async function writeOutputs(
  folder: RecipeFolder,
  { recipe, records, results, published }: Outputs,
): Promise<{ tables: number; missing: number }> {
  const lines = results.flatMap((result) => result.lines);
  const drafted = lines.filter((line) => !isFinding(line));
  const found = lines.filter(isFinding);
  const headers = results.map(({ header }) => header);
  await writeWhole(folder.at("study.jsonl"), textOfLines([...records.map(exportRecord), ...drafted]));
  await writeWhole(folder.at("findings.jsonl"), textOfLines(found));
  await writeWhole(folder.at("runs.json"), `${JSON.stringify(headers, null, 2)}\n`);
  await mkdir(folder.at("batches"), { recursive: true, mode: 0o700 });
  for (const [at, batch] of recipe.batches.entries())
    await writeWhole(
      folder.at("batches", `${at + 1}-${batch.preset}.json`),
      `${JSON.stringify(batchOf(batch), null, 2)}\n`,
    );
  return writeTables(folder, recipe, {
    records: [...records, ...recordsIn(drafted)],
    findings: findingsIn(found),
    ...{ headers, published },
  });
}

/** The body of a request for a new batch, but for the ids of project and dataset. */
export function batchOf({ name, preset, raters, exposure, sample }: RecipeBatch) {
  const { steps } = protocolOf(preset, { ...DEFAULT_SETTINGS, exposure });
  return {
    ...{ name, preset },
    arms: [{ name: "A", k: raters, steps, exposure: null }],
    ...(sample !== undefined && { selection: { filter: {}, sample: { size: sample, by: "tag" as const } } }),
  };
}

const FORMATS = { csv: "csv", latex: "tex", json: "json" } as const;

interface Computed {
  records: readonly StudyRecord[];
  findings: readonly MethodFinding[];
  headers: readonly RunHeader[];
  published: boolean;
}

/** Writes every table that the study has the records for, and of the others which are missing. */
async function writeTables(
  folder: RecipeFolder,
  { tables }: Recipe,
  { records, findings, headers, published }: Computed,
): Promise<{ tables: number; missing: number }> {
  await mkdir(folder.at("tables"), { recursive: true, mode: 0o700 });
  const reader = new PaperSourceReader();
  for (const record of records) reader.add(record);
  for (const finding of findings) reader.addFinding(finding);
  const source = { ...reader.finish(), published, options: { replicates: 0, seed: 42 } };
  const missing: string[] = [];
  let computed = 0;
  for (const name of tables) {
    const paper = paperById(name);
    if (!paper) continue;
    const known = await withReport(paper, source);
    for (const { id, title, of } of paper.tables) {
      const result = of(known);
      if (isMissing(result)) {
        missing.push(`${paper.id} ${id}, ${title}: ${result.missing.join("; ")}`);
        continue;
      }
      computed++;
      for (const [format, ending] of Object.entries(FORMATS))
        await writeWhole(
          folder.at("tables", `${result.name}.${ending}`),
          renderWithRuns(result, format as keyof typeof FORMATS, headers),
        );
    }
  }
  await writeWhole(folder.at("tables", "missing.txt"), textOfLines(missing));
  return { tables: computed, missing: missing.length };
}
