import { BadBackup } from "@/lib/installation/backup/read";
import { CannotRestore } from "@/lib/installation/backup/restore";
import { Refusal } from "@/scripts/start/refusal.mjs";
import { BadInput } from "./bad-input";
import type { Output } from "./terminal";

/** What the operating system says of a file that cannot be used. */
const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this account may not use it",
  EPERM: "this account may not use it",
  EISDIR: "it is a folder",
  EEXIST: "it exists already",
  ENOSPC: "the disk is full",
  EROFS: "it is on a disk that cannot be written",
};

/** What a command found: its words, and 1 when something has to be done. */
export interface CommandResult {
  words: string;
  code: 0 | 1;
}

/**
 * Runs a command that looks after the installation itself. Returns 0; 1 when the installation is not as it has to be;
 * 2 when what was given cannot be used. Either is said in one line.
 */
export async function attending(
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
    const told = inOneLine(error);
    if (!told) throw error;
    output.stderr(`countersign ${name}: ${told.words}\n`);
    return told.code;
  }
}

function inOneLine(error: unknown): { words: string; code: number } | undefined {
  if (error instanceof BadInput || error instanceof BadBackup) return { words: error.message, code: 2 };
  if (error instanceof CannotRestore || error instanceof Refusal) return { words: error.message, code: 1 };
  if (!(error instanceof Error && "code" in error && "path" in error)) return undefined;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem ? { words: `${error.path}: ${problem}`, code: 2 } : undefined;
}
