import type { ParseArgsConfig } from "node:util";
import { runsBesideTable } from "@/lib/export/rules/listed-runs";
import { csvWithRunComments, linesOfRuns, renderWithRuns } from "@/lib/export/rules/table-with-runs";
import { withReport } from "@/lib/report/computation/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, PAPERS, paperById, tablesByNumber } from "@/lib/report/rules/papers/registry";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { Compat, type ReportOptions } from "@/lib/report/schema";
import type { MissingRecords, Paper, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import { TABLE_FORMATS, type Table } from "@/lib/report/schema/table";
import { BadInput } from "./bad-input";
import { type OptionValues, onlyFile, parseOptions, runCommand } from "./command";
import { readFindings } from "./findings-file";
import { tableText } from "./report/print";
import { readRuns } from "./runs-file";
import { bytesOfFile, readStudyRecords } from "./study-file";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign tables STUDY.jsonl --paper PAPER [--table NAME] [options]
       countersign tables --list

Computes the tables of a paper from a study file, your own or a published one: every table for which the study has the
records. For the others it lists the missing records. "-" reads standard input.

  --paper PAPER    ${PAPERS.map(({ id }) => id).join(", ")}
  --table NAME     one table only, as the paper numbers it: T2, F4; a number that several tables share prints each of them
  --findings FILE  results of runs that a study file does not contain: labels and measures, as \`countersign draft\` prints
                   them and a recipe writes them into findings.jsonl
  --runs FILE      the runs behind the drafts, as a recipe and a bundle write them into runs.json: printed with the tables,
                   as \`runs\` in JSON, in comments in LaTeX and Markdown, and above CSV in lines that begin with #
  --intervals      with 95 % intervals over tasks (1,000 replicates), each in a column after its number
  --published      with the values that the paper prints, as rows beside your own
  --csv, --json, --latex, --markdown  instead of text; CSV needs --table
  --compat PAPER   counts as the program released with the paper does: with llmbar two verdicts on a pair that could not
                   be read agree; with checklists a tie counts 0 in the accuracy of preferences
  --list           lists the papers and tables, the numbers that each has in its paper, and what it needs

Exit codes: 0, 1 when the named table cannot be computed, 2 on bad input.
`;

const options = {
  paper: { type: "string" },
  table: { type: "string" },
  findings: { type: "string" },
  runs: { type: "string" },
  intervals: { type: "boolean", default: false },
  published: { type: "boolean", default: false },
  csv: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  latex: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  compat: { type: "string" },
  list: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/**
 * `countersign tables`: prints tables of a paper for a study file. Returns 0, 1 when the only table asked for cannot be
 * computed, or 2 with one line on bad input.
 */
export function tables(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("tables", output, async () => {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help || given.list) {
      output.stdout(given.help ? help : list());
      return 0;
    }
    return await printTables(given, positionals, output);
  });
}

type Given = OptionValues<typeof options>;

async function printTables(given: Given, positionals: string[], output: Output): Promise<number> {
  const file = onlyFile(positionals, "study file");
  const paper = paperOf(given.paper);
  const wanted = tablesOf(paper, given.table);
  const format = formatOf(given);
  const compat = compatOf(given.compat, paper);
  const runs = given.runs === undefined ? null : readRuns(given.runs);
  const source = await withReport(paper, await readSource(file, given, compat));
  const all = wanted.map((table) => ({ table, result: table.of(source) }));
  const results = format === "csv" ? oneFile(all, given.table) : all;
  if (format === "json") {
    const found = results.map(({ table: { id, title }, result }) => ({
      ...{ paper: paper.id, id, title },
      ...(isMissing(result) ? result : { table: result, ...(runs && runsBesideTable(runs)) }),
    }));
    output.stdout(
      `${JSON.stringify(given.table !== undefined && found.length === 1 ? found[0] : found, null, 2)}\n`,
    );
  } else {
    const printed = results.map(({ table, result }) => {
      if (!isMissing(result)) {
        if (format === "text") return tableText(result);
        return format === "csv" && runs
          ? csvWithRunComments(result, runs)
          : renderWithRuns(result, format, runs);
      }
      const why = `${table.id}, ${table.title}: cannot be computed. Missing: ${result.missing.join("; ")}.\n`;
      return format === "latex" ? `% ${why}` : why;
    });
    // A file of one table holds the table or nothing: the reason why it is missing goes to stderr.
    const isSilent =
      given.table !== undefined && results.every(({ result }) => isMissing(result)) && format !== "text";
    if (format === "text" && runs)
      printed.push(
        linesOfRuns(runs)
          .map((line) => `${line}\n`)
          .join(""),
      );
    (isSilent ? output.stderr : output.stdout)(printed.join("\n"));
  }
  return given.table !== undefined && results.every(({ result }) => isMissing(result)) ? 1 : 0;
}

interface Computed {
  table: PaperTable;
  result: Table | MissingRecords;
}

/** The only one of several tables with one number that the study has the records for. BadInput if it has them for more. */
function oneFile(all: Computed[], number: string | undefined): Computed[] {
  const computed = all.filter(({ result }) => !isMissing(result));
  if (computed.length > 1)
    throw new BadInput(
      `a CSV file holds one table, and ${number} is several: choose one of ${computed.map(({ table }) => table.id).join(", ")}`,
    );
  return computed.length === 1 ? computed : all;
}

function paperOf(id: string | undefined): Paper {
  const known = PAPERS.map((paper) => paper.id).join(", ");
  if (id === undefined) throw new BadInput(`choose a paper with --paper: ${known}`);
  const paper = paperById(id);
  if (!paper) throw new BadInput(`--paper is one of ${known}, not "${id}"`);
  return paper;
}

function tablesOf(paper: Paper, name: string | undefined): readonly PaperTable[] {
  if (name === undefined) return paper.tables;
  const found = tablesByNumber(paper, name);
  if (found.length > 0) return found;
  const known = new Set([
    ...paper.tables.map(({ id }) => id),
    ...paper.tables.flatMap(({ also = [] }) => also),
  ]);
  throw new BadInput(`--table is one of ${[...known].join(", ")}, not "${name}"`);
}

function formatOf(given: Given): "text" | (typeof TABLE_FORMATS)[number] {
  const chosen = TABLE_FORMATS.filter((format) => given[format]);
  if (chosen.length > 1)
    throw new BadInput(`choose one of ${chosen.map((format) => `--${format}`).join(" and ")}`);
  if (chosen[0] === "csv" && given.table === undefined)
    throw new BadInput("a CSV file holds one table: choose it with --table");
  return chosen[0] ?? "text";
}

/** The paper whose released program the tables follow. BadInput unless it is the paper that the tables are of. */
function compatOf(given: string | undefined, paper: Paper): ReportOptions["compat"] {
  if (given === undefined) return undefined;
  const known = Compat.options.find((id) => id === given);
  if (!known) throw new BadInput(`--compat is one of ${Compat.options.join(", ")}, not "${given}"`);
  if (known !== paper.id) throw new BadInput(`--compat ${known} is for --paper ${known}`);
  return known;
}

/** The study of a file with the texts of its responses and the samples of its drafts. */
async function readSource(file: string, given: Given, compat: ReportOptions["compat"]): Promise<PaperSource> {
  const reader = new PaperSourceReader();
  await readStudyRecords(file, bytesOfFile(file), (record) => reader.add(record));
  if (given.findings !== undefined) {
    const findings = readFindings(given.findings);
    if (findings.length === 0)
      throw new BadInput(`${given.findings} holds no findings: lines that begin with {"found"`);
    for (const found of findings) reader.addFinding(found);
  }
  return {
    ...reader.finish(),
    published: given.published,
    options: {
      replicates: given.intervals ? DEFAULT_OPTIONS.replicates : 0,
      seed: DEFAULT_OPTIONS.seed,
      ...(compat && { compat }),
    },
  };
}

function list(): string {
  return PAPERS.map(({ id, title, tables }) => {
    const width = Math.max(...tables.map((table) => table.id.length));
    const lines = tables.map(
      ({ id: name, also = [], title: about, needs }) =>
        `  ${name.padEnd(width)}  ${about}${also.length > 0 ? ` (also ${also.join(", ")})` : ""}; needs ${needs}\n`,
    );
    return `${id}: ${title}\n${lines.join("")}`;
  }).join("\n");
}
