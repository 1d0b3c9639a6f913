import { readFileSync } from "node:fs";
import { MethodFinding } from "@/lib/drafting/schema/findings";
import { BadInput } from "./bad-input";
import { badInputError } from "./file-errors";

/** Labels, measures and traces among the lines that methods print, for which a study has no record. */
export const isFinding = (line: string) => line.startsWith('{"found"');

/** The findings among lines of which others are records of a study. */
export function findingsIn(lines: readonly string[]): MethodFinding[] {
  return lines.flatMap((line) => (isFinding(line) ? [MethodFinding.parse(JSON.parse(line))] : []));
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
