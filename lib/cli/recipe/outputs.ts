import { mkdir } from "node:fs/promises";
import { withExposure } from "@/lib/batch/rules/design";
import type { NewBatch } from "@/lib/batch/schema";
import { findingsIn, isFinding } from "@/lib/cli/findings-file";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { MethodFinding } from "@/lib/drafting/schema/findings";
import { renderWithRuns } from "@/lib/export/rules/table-with-runs";
import type { RunList } from "@/lib/export/schema/run-header";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { Step } from "@/lib/protocol/schema";
import { withReport } from "@/lib/report/computation/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { type RecipeFolder, type StepResult, textOfLines, writeWhole } from "./folder";
import type { Recipe, RecipeArm, RecipeBatch } from "./schema";
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
  const runs = { runs: results.map(({ header }) => header), olderRunsLeftOut: 0 };
  await writeWhole(folder.at("study.jsonl"), textOfLines([...records.map(exportRecord), ...drafted]));
  await writeWhole(folder.at("findings.jsonl"), textOfLines(found));
  await writeWhole(folder.at("runs.json"), `${JSON.stringify(runs, null, 2)}\n`);
  await mkdir(folder.at("batches"), { recursive: true, mode: 0o700 });
  for (const [at, batch] of recipe.batches.entries())
    await writeWhole(
      folder.at("batches", `${at + 1}-${batch.preset}.json`),
      `${JSON.stringify(batchOf(batch), null, 2)}\n`,
    );
  return writeTables(folder, recipe, {
    records: [...records, ...recordsIn(drafted)],
    findings: findingsIn(found),
    ...{ runs, published },
  });
}

/** The body of a request for a new batch, but for the ids of project and dataset. */
export function batchOf(batch: RecipeBatch): Pick<NewBatch, "name" | "preset" | "arms"> & Partial<NewBatch> {
  const { name, preset, sample, arms = [{ name: "A" }] } = batch;
  return {
    ...{ name, preset },
    arms: arms.map((arm) => ({
      ...{ name: arm.name, k: arm.raters ?? batch.raters, steps: stepsOf(batch, arm), exposure: null },
    })),
    ...(sample !== undefined && { selection: { filter: {}, sample: { size: sample, by: "tag" } } }),
  };
}

/** The steps of an arm: its own, else those of a preset that it names itself, else the batch's. */
function stepsOf(batch: RecipeBatch, arm: RecipeArm): Step[] {
  const own = arm.steps ?? (arm.preset === undefined ? batch.steps : undefined);
  const { preset, exposure, taxonomy = DEFAULT_SETTINGS.taxonomy } = { ...batch, ...arm };
  if (!own) return protocolOf(preset, { ...DEFAULT_SETTINGS, exposure, taxonomy }).steps;
  return arm.steps || arm.exposure === undefined ? own : withExposure(own, arm.exposure);
}

const FORMATS = { csv: "csv", latex: "tex", json: "json" } as const;

interface Computed {
  records: readonly StudyRecord[];
  findings: readonly MethodFinding[];
  runs: RunList;
  published: boolean;
}

/** Writes every table that the study has the records for, and of the others which are missing. */
async function writeTables(
  folder: RecipeFolder,
  { tables }: Recipe,
  { records, findings, runs, published }: Computed,
): Promise<{ tables: number; missing: number }> {
  await mkdir(folder.at("tables"), { recursive: true, mode: 0o700 });
  const reader = new PaperSourceReader();
  for (const record of records) reader.add(record);
  for (const finding of findings) reader.addFinding(finding);
  const { seed } = DEFAULT_OPTIONS;
  const source = { ...reader.finish(), published, options: { replicates: 0, seed } };
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
          renderWithRuns(result, format as keyof typeof FORMATS, runs),
        );
    }
  }
  await writeWhole(folder.at("tables", "missing.txt"), textOfLines(missing));
  return { tables: computed, missing: missing.length };
}
