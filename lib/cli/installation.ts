import { BucketProblem } from "@/lib/installation/backup/bucket";
import { BadBackup } from "@/lib/installation/backup/read";
import { CannotRestore } from "@/lib/installation/backup/restore";
import { OperatorError } from "@/scripts/start/operator-error.mjs";
import { BadInput } from "./bad-input";
import type { Output } from "./terminal";

/** File system errors in words. */
const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this account may not use it",
  EPERM: "this account may not use it",
  EISDIR: "it is a folder",
  EEXIST: "it exists already",
  ENOSPC: "the disk is full",
  EROFS: "it is on a disk that cannot be written",
};

/** Result of a command: its text, and exit code 1 when something has to be done. */
export interface CommandResult {
  words: string;
  code: 0 | 1;
}

/**
 * Runs a command that maintains the installation itself. Returns 0; 1 when the installation has a problem; 2
 * on bad input. Problems are printed in one line.
 */
export async function runMaintenanceCommand(
  name: string,
  output: Output,
  work: () => Promise<string | CommandResult>,
): Promise<number> {
  try {
    const answer = await work();
    const { words, code } = typeof answer === "string" ? { words: answer, code: 0 } : answer;
    output.stdout(words);
    return code;
  } catch (error) {
    const message = inOneLine(error);
    if (!message) throw error;
    output.stderr(`countersign ${name}: ${message.words}\n`);
    return message.code;
  }
}

function inOneLine(error: unknown): { words: string; code: number } | undefined {
  if (error instanceof BadInput || error instanceof BadBackup) return { words: error.message, code: 2 };
  if (error instanceof CannotRestore || error instanceof BucketProblem || error instanceof OperatorError)
    return { words: error.message, code: 1 };
  if (!(error instanceof Error && "code" in error && "path" in error)) return undefined;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem ? { words: `${error.path}: ${problem}`, code: 2 } : undefined;
}
