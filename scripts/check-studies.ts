import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { agreement } from "@/lib/cli/agreement";
import { report } from "@/lib/cli/report";
import type { Report } from "@/lib/report/schema";
import type { Shares } from "@/lib/report/schema/decisions";
import { checkBundles } from "./check-bundle";
import { checkPowered } from "./check-prediction-powered";
import { checkReplay } from "./check-replay";
import { checkVectors } from "./check-vectors";
import { onThrowawayDatabase } from "./testing/throwaway";

/**
 * Compares what the commands report on studies with known results: npm run check:studies -- DIR
 *
 * DIR/expected.json lists the values (`id`, `file` in DIR, `value`, and `published` if a paper prints it);
 * the last parts of the id name the number of the report. DIR/agreement-vectors.json has reference values of
 * the statistics themselves. DIR/studies/coeval-eli5.study.jsonl also gives the table of prediction-powered means in the docs.
 */

const Expected = z.object({
  id: z.string(),
  file: z.string(),
  metric: z.string(),
  value: z.number(),
  published: z.string().optional(),
  publishedIn: z.string().optional(),
});
type Expected = z.infer<typeof Expected>;

/** Expected values have six decimals. */
const TOLERANCE = 5.1e-7;

type Rule = (report: Report, ...captured: string[]) => number | null | undefined;

const ACTION: Record<string, "accept" | "revise" | "remove" | "add"> = {
  pass: "accept",
  revise: "revise",
  delete: "remove",
  add: "add",
};
const percentOf = (shares: Shares, action = "") => {
  const share = shares[ACTION[action] ?? "add"];
  return share === null ? null : 100 * share;
};
/** A share of LLMBar's evaluators, whose names are the conditions; in percent, as its tables print. */
const llmbar = (report: Report, rater: string, condition: string, of: "accuracy" | "positionalAgreement") => {
  const row = report.againstGold.find(
    (one) => one.rater === rater && one.condition === condition && one.subset === "all",
  );
  const share = row?.[of];
  return share == null ? share : 100 * share;
};
const alpha = (report: Report, scope: string, level = "", raters = "human") =>
  report.reliability.find(
    (row) => row.scope === scope && row.level === level && row.raters === raters && row.exposure === "any",
  )?.value;

/** The number of a report that an id names. */
const RULES: [pattern: RegExp, rule: Rule][] = [
  [
    /^llmbar\.(.+)\.(\w+)\.natural\.acc$/,
    (report, rater = "", name = "") => llmbar(report, rater, name, "accuracy"),
  ],
  // Equal ratings are released as one verdict for each order, so two ratings differ where both orders agree.
  [
    /^llmbar\.(.+)\.(\w+)\.natural\.(?:agr|dif)$/,
    (report, rater = "", name = "") => llmbar(report, rater, name, "positionalAgreement"),
  ],
  [/\.action\.(\w+)_pct$/, (report, action) => percentOf(report.decisions.lines, action)],
  [/\.scoreline\.(\w+)_pct$/, (report, action) => percentOf(report.decisions.scoreLines, action)],
  [/\.evidence\.(\w+)_pct$/, (report, action) => percentOf(report.decisions.evidenceLines, action)],
  [/\.alpha\.(\w+)\.humans$/, (report, level) => alpha(report, "all", level)],
  [/\.alpha\.(\w+)\.humans\+llm$/, (report, level) => alpha(report, "all", level, "human+llm")],
  [/\.alpha\.(\w+)\.(\w+)$/, (report, level, item = "") => alpha(report, item, level)],
  [
    /\.pearson_llm_vs_humanmean\.(\w+)$/,
    (report, item) => report.humanVsLlm.find((row) => row.item === item && row.exposure === "any")?.pearson,
  ],
  [/\.(\w+)\.score_raised$/, (report, item = "") => report.decisions.byItem[item]?.values.raised],
  [/\.(\w+)\.score_lowered$/, (report, item = "") => report.decisions.byItem[item]?.values.lowered],
  [/\.(\w+)\.pass_share$/, (report, item = "") => report.decisions.byItem[item]?.lines.accept],
  [
    /\.score_unchanged_pct$/,
    (report) => {
      const values = Object.values(report.decisions.byItem).map((item) => item.values);
      const unchanged = values.reduce((sum, { unchanged }) => sum + unchanged, 0);
      const all = values.reduce(
        (sum, { raised, lowered, unchanged }) => sum + raised + lowered + unchanged,
        0,
      );
      return (100 * unchanged) / all;
    },
  ],
  [
    /\.DRFR(\.\w+)?$/,
    (report) =>
      report.checklist.byRater.find((row) => row.raterKind === "llm" && row.responseModel === "all")?.drfr,
  ],
];

/** JSON output of a command. */
async function printed(command: typeof report, args: string[]): Promise<unknown> {
  let text = "";
  let complaint = "";
  const code = await command([...args, "--json"], {
    stdout: (part) => {
      text += part;
    },
    stderr: (part) => {
      complaint += part;
    },
  });
  if (code !== 0) throw new Error(complaint.trim());
  return JSON.parse(text);
}

async function computed({ id, metric }: Expected, file: string, reports: Map<string, Report>) {
  if (file.endsWith(".csv")) {
    const level =
      ["nominal", "ordinal", "interval", "ratio"].find((name) => metric.includes(name)) ?? "nominal";
    const found = (await printed(agreement, [file, "--metric", "alpha", "--level", level])) as {
      value: number;
    };
    return found.value;
  }
  // The published values of LLMBar count two verdicts that could not be read as agreeing.
  const conventions = id.startsWith("llmbar.") ? ["--compat", "llmbar"] : [];
  const known = reports.get(file) ?? ((await printed(report, [file, ...conventions])) as Report);
  reports.set(file, known);
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(id);
    if (match) return rule(known, ...match.slice(1));
  }
  return undefined;
}

/** True if a value equals the published one at its number of decimals. */
function printsAs(value: number, published: string): boolean {
  return value.toFixed(published.split(".")[1]?.length ?? 0) === published;
}

function verdict(expected: Expected, found: number | null | undefined): { passed: boolean; text: string } {
  const { value, published, publishedIn } = expected;
  if (found === undefined) return { passed: false, text: "no number of the report has this id" };
  if (found === null) return { passed: false, text: `undefined, expected ${value}` };
  if (Math.abs(found - value) > TOLERANCE) return { passed: false, text: `${found}, expected ${value}` };
  if (published === undefined) return { passed: true, text: String(found) };
  if (printsAs(found, published))
    return { passed: true, text: `${found}, published ${published} (${publishedIn})` };
  const agrees = printsAs(value, published);
  return { passed: !agrees, text: `${found}; ${publishedIn} prints ${published}, its data give ${value}` };
}

async function checkStudies(
  folder: string,
  expected: readonly Expected[],
): Promise<{ passed: number; failed: number }> {
  const reports = new Map<string, Report>();
  let passed = 0;
  for (const value of expected) {
    const found = verdict(value, await computed(value, join(folder, value.file), reports));
    console.log(`${found.passed ? "ok  " : "FAIL"}  ${value.id}: ${found.text}`);
    if (found.passed) passed++;
  }
  return { passed, failed: expected.length - passed };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder with expected.json: npm run check:studies -- DIR");
  process.exitCode = 2;
} else {
  const expected = Expected.array().parse(JSON.parse(await readFile(join(folder, "expected.json"), "utf8")));
  const studies = await checkStudies(folder, expected);
  const vectors = await checkVectors(folder);
  for (const failure of vectors.failed) console.log(`FAIL  ${failure}`);
  console.log(`ok    agreement-vectors.json: ${vectors.passed} reference values`);
  const powered = await checkPowered(join(folder, "studies/coeval-eli5.study.jsonl"));
  const { replay, bundles } = await onThrowawayDatabase(async () => ({
    replay: await checkReplay(folder),
    bundles: await checkBundles(folder, expected),
  }));
  for (const failure of bundles.failed) console.log(`FAIL  ${failure}`);
  for (const words of bundles.notRun) console.log(`NOT RUN  ${words}`);
  console.log(`ok    export bundles: ${bundles.passed} numbers recomputed by their scripts`);
  const passed = studies.passed + vectors.passed + powered.passed + replay.passed + bundles.passed;
  const failed =
    studies.failed + vectors.failed.length + powered.failed + replay.failed + bundles.failed.length;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
