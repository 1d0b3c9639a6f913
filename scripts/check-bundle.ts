import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A known value of a study, and its name in the output of the bundle's script. */
export interface Known {
  id: string;
  value: number;
}

interface Checked {
  passed: number;
  failed: string[];
  /** Scripts that could not be run here, and why. */
  notRun: string[];
}

/** Name of the number in the bundle's Python output by id; null if it prints none. */
const NAMES: [pattern: RegExp, name: (...captured: string[]) => string, times?: number][] = [
  [
    /^llmbar\.(.+)\.(\w+)\.natural\.acc$/,
    (rater, condition) => `against-gold llm ${rater} llmbar ${condition} all accuracy`,
    100,
  ],
  [
    /^llmbar\.(.+)\.(\w+)\.natural\.(?:agr|dif)$/,
    (rater, condition) => `against-gold llm ${rater} llmbar ${condition} all positionalAgreement`,
    100,
  ],
  [/\.action\.(\w+)_pct$/, (action) => `decisions lines ${ACTION[action]}`, 100],
  [/\.scoreline\.(\w+)_pct$/, (action) => `decisions scoreLines ${ACTION[action]}`, 100],
  [/\.evidence\.(\w+)_pct$/, (action) => `decisions evidenceLines ${ACTION[action]}`, 100],
  [/\.alpha\.(\w+)\.humans$/, (level) => `alpha all ${level} human any value`],
  [/\.alpha\.(\w+)\.humans\+llm$/, (level) => `alpha all ${level} human+llm any value`],
  [/\.alpha\.(\w+)\.(\w+)$/, (level, item) => `alpha ${item} ${level} human any value`],
  [/\.(\w+)\.score_raised$/, (item) => `values ${item} raised`],
  [/\.(\w+)\.score_lowered$/, (item) => `values ${item} lowered`],
  [/\.(\w+)\.pass_share$/, (item) => `decisions ${item} lines accept`],
];
const ACTION: Record<string, string> = { pass: "accept", revise: "revise", delete: "remove", add: "add" };

const TOLERANCE = 5.1e-7;

type Numbers = Record<string, number | null>;

function numberOf(id: string, numbers: Numbers): number | null | undefined {
  for (const [pattern, name, times = 1] of NAMES) {
    const match = pattern.exec(id);
    const found = match && numbers[name(...match.slice(1))];
    if (found !== null && found !== undefined) return times * found;
  }
  const correlated = /\.pearson_llm_vs_humanmean\.(\w+)$/.exec(id)?.[1];
  if (correlated) {
    const entry = Object.entries(numbers).find(
      ([name]) => name.startsWith(`human-vs-llm ${correlated} `) && name.endsWith(" any pearson"),
    );
    return entry?.[1];
  }
  if (/\.DRFR(\.\w+)?$/.test(id)) {
    return Object.entries(numbers).find(
      ([name]) => name.startsWith("checklist llm ") && name.endsWith(" all drfr"),
    )?.[1];
  }
  if (/\.score_unchanged_pct$/.test(id)) {
    const sum = (move: string) =>
      Object.entries(numbers).reduce(
        (sum, [name, value]) =>
          /^values .* /.test(name) && name.endsWith(` ${move}`) ? sum + (value ?? 0) : sum,
        0,
      );
    return (100 * sum("unchanged")) / (sum("unchanged") + sum("raised") + sum("lowered"));
  }
  return undefined;
}

async function bundleOf(file: string): Promise<Map<string, Buffer>> {
  const [
    { db },
    { makeMember },
    { importStudyFile },
    { findReport },
    { computeReport },
    exports,
    read,
    zipped,
  ] = await Promise.all([
    import("@/lib/database/db"),
    import("@/testing/builders/people"),
    import("@/lib/dataset/import/upload"),
    import("@/lib/report/data/find-report"),
    import("@/lib/report/testing/compute-report"),
    import("@/lib/export/data/exports"),
    import("@/lib/export/testing/read"),
    import("@/lib/formats/unzip"),
  ]);
  const researcher = await makeMember("researcher");
  const study = await importStudyFile(researcher.projectId, [await readFile(file)], {
    fileName: basename(file),
  });
  if (!("datasetId" in study)) throw new Error(study.failure);
  const { datasetId } = study;
  await findReport(researcher.actor, { dataset: datasetId });
  for (const { id } of await db.report.findMany({ where: { datasetId } })) await computeReport(id);
  const made = await exports.openExport(researcher.actor, datasetId, "bundle");
  return zipped.unzip(await read.bytesOf(made?.body));
}

async function check(files: Map<string, Buffer>, known: readonly Known[]): Promise<Checked> {
  const { recompute, runScript } = await import("@/lib/export/testing/recompute");
  const checked: Checked = { passed: 0, failed: [], notRun: [] };
  const python = await recompute(files);
  if (!python) checked.notRun.push("scripts/recompute.py: there is no python3 on the PATH");
  else {
    if (python.code === 0) checked.passed += Object.keys(python.numbers).length;
    else checked.failed.push(`scripts/recompute.py: ${python.words}`);
    for (const { id, value } of known) {
      const found = numberOf(id, python.numbers);
      if (typeof found === "number" && Math.abs(found - value) <= TOLERANCE) checked.passed++;
      else checked.failed.push(`${id} by scripts/recompute.py: ${found}, expected ${value}`);
    }
  }
  const r = await runScript(files, "Rscript", ["recompute.R"]);
  if (!r) checked.notRun.push("scripts/recompute.R: there is no Rscript on the PATH");
  else if (r.code === 0) checked.passed++;
  else checked.failed.push(`scripts/recompute.R: ${r.out.slice(-500)} ${r.words.slice(-500)}`);
  return checked;
}

/**
 * Imports every study with known values, creates its bundle as the product does, and runs the bundle's
 * scripts on its files: the results must equal agreement.json and the known values.
 */
export async function checkBundles(
  folder: string,
  known: readonly (Known & { file: string })[],
): Promise<Checked> {
  const all: Checked = { passed: 0, failed: [], notRun: [] };
  for (const file of new Set(known.map(({ file }) => file).filter((file) => file.endsWith(".jsonl")))) {
    const { passed, failed, notRun } = await check(
      await bundleOf(join(folder, file)),
      known.filter((value) => value.file === file),
    );
    all.passed += passed;
    all.failed.push(...failed.map((words) => `${file}: ${words}`));
    all.notRun.push(...notRun.map((words) => `${file}: ${words}`));
  }
  return all;
}
