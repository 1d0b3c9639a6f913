import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ParseArgsConfig } from "node:util";
import { z } from "zod";
import { ifevalOf } from "@/lib/verifier/ifeval";
import { verify as verifyItem } from "@/lib/verifier/verify";
import { BadInput } from "./bad-input";
import { parseOptions, runCommand } from "./command";
import { badInputError } from "./file-errors";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign verify [--ifeval] [ROWS.jsonl]

Checks what a program can prove about responses. Reads one row per line, {"item", "instruction"?, "response"}, from a
file or from standard input, and prints one row for each, in the same order:

  tier      full: every word of the item was understood; partial: one part can be measured, people must
            judge the rest; none
  verdict   yes, no, borderline (ways of counting disagree) or inapplicable for full items, otherwise null
  check     what was measured
  evidence  counts by each convention, places in the response
  flags     bare_number, unquoted_value, scope_unclear, polarity_conflict, bound_conflict, too_long

  --ifeval  adds "ifeval" to each row: {"id", "strict", "loose"}, the result by the definitions of the IFEval benchmark,
            if it has one for the item; never a verdict

docs/reference/verifiers.md describes what is understood and how it is counted.
`;

const options = {
  help: { type: "boolean", short: "h", default: false },
  ifeval: { type: "boolean", default: false },
} as const satisfies ParseArgsConfig["options"];

const VerifyRow = z.object({
  item: z.string(),
  instruction: z.string().nullish(),
  response: z.string(),
});

/**
 * `countersign verify`: verdicts for rows of items and responses. Returns 0, or 2 with one line on bad input.
 */
export function verifyCommand(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("verify", output, async () => {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    const [file = "-", ...others] = positionals;
    if (others.length > 0) throw new BadInput("name one file of rows; --help says more");
    await verifyRows(file, given.ifeval, output);
    return 0;
  });
}

/** Writes row by row and waits for a slow reader, so that a file of any size needs little memory. */
async function verifyRows(file: string, withIfeval: boolean, output: Output): Promise<void> {
  const where = file === "-" ? "" : `${file}, `;
  let line = 0;
  for await (const text of linesOf(file)) {
    line++;
    const bare = line === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (bare.trim() === "") continue;
    const row = rowOf(bare, `${where}line ${line}`);
    const instruction = row.instruction ?? "";
    const found = verifyItem(row.item, row.response, { instruction });
    const check = found.tier === "full" ? found.check : null;
    const answer = withIfeval ? { ...found, ifeval: ifevalOf(check, row.response, instruction) } : found;
    output.stdout(`${JSON.stringify(answer)}\n`);
    if (output === terminal && process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  }
}

function rowOf(text: string, where: string): z.infer<typeof VerifyRow> {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw new BadInput(`${where}: not a JSON object`);
  }
  const row = VerifyRow.safeParse(record);
  if (row.success) return row.data;
  const [problem] = row.error.issues;
  const field = problem?.path.join(".");
  if (!field) throw new BadInput(`${where}: not a JSON object`);
  const missing = typeof record === "object" && record !== null && !Object.hasOwn(record, field);
  throw new BadInput(`${where}: "${field}" ${missing ? "is missing" : "must be a text"}`);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw badInputError(file, error);
  }
}
