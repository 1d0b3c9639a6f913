import type { ParseArgsConfig } from "node:util";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { CONFIDENCE, COST } from "@/lib/report/rules/defaults";
import { itemNames } from "@/lib/report/rules/item-names";
import { render } from "@/lib/report/rules/render/render";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { TABLE_NAMES, tablesOf } from "@/lib/report/rules/tables/all";
import type { TagSet } from "@/lib/report/schema";
import { TABLE_FORMATS, type TableFormat } from "@/lib/report/schema/table";
import { BadInput } from "./bad-input";
import { onlyFile, parseOptions, printing, wholeNumber } from "./command";
import { reportText, tableText } from "./report/print";
import { readStudyData } from "./study-file";
import { type Output, terminal } from "./terminal";

const TABLES = TABLE_NAMES.join(", ");

const help = `Usage: countersign report STUDY.jsonl [--format FORM] [--table NAME] [options]

Prints every table of the dashboards for a study file: agreement among people with intervals, people against
LLMs, decisions on drafts, checklists by rater. "-" reads standard input.

  --format FORM  table (for reading, the default), json, csv, latex (booktabs) or markdown
  --table NAME   one table only: ${TABLES}
  --json         the same as --format json: unrounded, every row, under stable keys
  --bootstrap N  replicates per interval, default ${DEFAULT_OPTIONS.replicates}
  --confidence P share of the draws within an interval, default ${CONFIDENCE}
  --epsilon E    advantage of a model for its lower cost, in the alternative annotator test; default ${COST}
  --seed N       default ${DEFAULT_OPTIONS.seed}
  --macro NAME=TAG,TAG  adds an unweighted mean over these tags, against gold; can be repeated
  --compat llmbar       two verdicts on a pair that could not be read agree, as in the scripts released with LLMBar
`;

const options = {
  json: { type: "boolean", default: false },
  format: { type: "string" },
  table: { type: "string" },
  bootstrap: { type: "string", default: String(DEFAULT_OPTIONS.replicates) },
  confidence: { type: "string" },
  epsilon: { type: "string" },
  seed: { type: "string", default: String(DEFAULT_OPTIONS.seed) },
  macro: { type: "string", multiple: true, default: [] as string[] },
  compat: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/** `countersign report`: prints the report on a study file. Returns 0, or 2 with one line on bad input. */
export function report(args: string[], output: Output = terminal): Promise<number> {
  return printing("report", output, () => answer(args));
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const file = onlyFile(positionals, "study file");
  const query = {
    replicates: wholeNumber("--bootstrap", given.bootstrap, 1, 1_000_000),
    seed: wholeNumber("--seed", given.seed, 0, 2 ** 32 - 1),
    ...(given.confidence !== undefined && {
      confidence: share("--confidence", given.confidence, 0.5, 0.999),
    }),
    ...(given.epsilon !== undefined && { epsilon: share("--epsilon", given.epsilon, 0, 0.5) }),
    ...compatOf(given.compat),
    ...(given.macro.length > 0 && { macro: given.macro.map(tagSetOf) }),
  };
  const format = formatOf(given);
  if (format === "csv" && given.table === undefined)
    throw new BadInput(`a CSV file holds one table: choose it with --table, one of ${TABLES}`);
  const study = await readStudyData(file);
  const found = await reportOf(study, query);
  if (format === "json" && given.table === undefined) return `${JSON.stringify(found, null, 2)}\n`;
  const items = itemNames(study, found);
  if (format === "table" && given.table === undefined) return reportText(found, items);
  const tables = tablesOf(found, items).filter(
    ({ name }) => given.table === undefined || name === given.table,
  );
  return tables.map((table) => (format === "table" ? tableText(table) : render(table, format))).join("\n");
}

function compatOf(given: string | undefined): { compat?: "llmbar" } {
  if (given === undefined) return {};
  if (given !== "llmbar") throw new BadInput(`--compat is llmbar, not "${given}"`);
  return { compat: "llmbar" };
}

function tagSetOf(given: string): TagSet {
  const [name = "", ...rest] = given.split("=");
  const tags = rest
    .join("=")
    .split(",")
    .filter((tag) => tag !== "");
  if (name === "" || tags.length === 0)
    throw new BadInput(`--macro is a name and tags, such as adversarial=neighbor,manual; not "${given}"`);
  return { name, tags: [...new Set(tags)] };
}

type Format = "table" | TableFormat;

function formatOf(given: { json: boolean; format?: string; table?: string }): Format {
  const formats = ["table", ...TABLE_FORMATS] as const;
  const format = formats.find((each) => each === (given.format ?? (given.json ? "json" : "table")));
  if (!format) throw new BadInput(`--format is one of ${formats.join(", ")}, not "${given.format}"`);
  if (given.json && format !== "json") throw new BadInput("--json and --format say different things");
  const names: readonly string[] = TABLE_NAMES;
  if (given.table !== undefined && !names.includes(given.table))
    throw new BadInput(`--table is one of ${TABLES}, not "${given.table}"`);
  return format;
}

function share(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most) return value;
  throw new BadInput(`${name} is a number from ${least} to ${most}, not "${text}"`);
}
