import { readFileSync } from "node:fs";
import type { FileProblem } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import { MethodFinding } from "@/lib/drafting/schema/findings";
import { jsonPathOf } from "@/lib/formats/json";
import { BadInput } from "./bad-input";
import { badInputError } from "./file-errors";
import { jsonOf } from "./json";

/** Labels, measures and traces among the lines that methods print, for which a study has no record. */
export const isFinding = (line: string) => line.startsWith('{"found"');

/** The findings among lines of which others are records of a study. */
export function findingsIn(lines: readonly string[]): MethodFinding[] {
  return lines.flatMap((line) => (isFinding(line) ? [MethodFinding.parse(JSON.parse(line))] : []));
}

/** Why a line of a finished step is neither a record nor a finding; null if it is one. */
export function whyUnreadable(text: string, line: number): FileProblem | null {
  if (!isFinding(text)) {
    const read = parseRecord(text, line);
    return Array.isArray(read) ? (read[0] ?? null) : null;
  }
  const json = jsonOf(text);
  const issue = json === undefined ? undefined : MethodFinding.safeParse(json).error?.issues[0];
  if (json === undefined) return { line, place: "", reason: "is no JSON" };
  return issue ? { line, place: jsonPathOf(issue.path), reason: issue.message } : null;
}

/** The findings of a file, whose other lines may be records. BadInput names the first line that cannot be read. */
export function readFindings(file: string): MethodFinding[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw badInputError(file, error);
  }
  return text.split("\n").flatMap((line, at) => {
    try {
      return findingsIn([line]);
    } catch {
      throw new BadInput(`${file}: line ${at + 1} is no finding`);
    }
  });
}
