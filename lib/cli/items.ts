import type { ParseArgsConfig } from "node:util";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { itemsOfSign } from "@/lib/report/rules/papers/checklists/items-of-sign";
import { recordsAboutItems } from "@/lib/report/rules/papers/checklists/records-about-items";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { BadInput } from "./bad-input";
import { type OptionValues, onlyFile, parseOptions, runCommand } from "./command";
import { bytesOfFile, readStudyRecords } from "./study-file";
import { type Output, terminal } from "./terminal";

const SIGNS = ["positive", "negative"] as const;

const help = `Usage: countersign items STUDY.jsonl --sign positive|negative [--strong] [--equal]

Prints a study file with only the checklist items that an item ablation found positive or negative, for people to label:
their tasks, responses and rubrics, and what models and people said about the items and the responses. The study needs runs
of clstudy.pairwise.none and .ablation, or of clstudy.direct.none and .ablation, and gold or people's verdicts. "-" reads
standard input.

  --sign SIGN  positive: leaving the item out of a checklist that helped takes the verdict away from people's;
               negative: leaving it out of a checklist that hurt brings the verdict nearer
  --strong     only items with a change above 0.9
  --equal      only items without which all samples of the judge say the same

An item with one sign for one judge and the other sign for another is in both files. Compute the other tables from the
whole study: lengths of checklists and shares of items are not those of a part.

Exit codes: 0, 1 when there is no such item or no ablation, 2 on bad input.
`;

const options = {
  sign: { type: "string" },
  strong: { type: "boolean", default: false },
  equal: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/**
 * `countersign items`: the part of a study about the items that an ablation found positive or negative. Returns 0, 1 when
 * there is none, or 2 with one line on bad input.
 */
export function items(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("items", output, async () => {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    const file = onlyFile(positionals, "study file");
    return await printItems(file, given, output);
  });
}

async function printItems(
  file: string,
  { sign: given, strong, equal }: OptionValues<typeof options>,
  output: Output,
): Promise<number> {
  const sign = SIGNS.find((one) => one === given);
  if (!sign)
    throw new BadInput(`--sign is ${SIGNS.join(" or ")}${given === undefined ? "" : `, not "${given}"`}`);
  const records: StudyRecord[] = [];
  const reader = new PaperSourceReader();
  await readStudyRecords(file, bytesOfFile(file), (record) => {
    records.push(record);
    reader.add(record);
  });
  const { seed } = DEFAULT_OPTIONS;
  const source = { ...reader.finish(), published: false, options: { replicates: 0, seed } };
  const found = itemsOfSign(source, { sign, strong, equal });
  if ("missing" in found) {
    output.stderr(`There is no ablation. Missing: ${found.missing.join("; ")}.\n`);
    return 1;
  }
  const { keys, of } = found;
  const chosen = `${sign}${strong ? " and strong" : ""}${equal ? " with equal samples" : ""}`;
  output.stderr(`${keys.size} of ${of} ablated items ${keys.size === 1 ? "is" : "are"} ${chosen}.\n`);
  if (keys.size === 0) return 1;
  for (const record of recordsAboutItems(records, keys)) {
    const named = record.type === "study" ? { ...record, name: `${record.name}, ${sign} items` } : record;
    output.stdout(`${exportRecord(named)}\n`);
  }
  return 0;
}
