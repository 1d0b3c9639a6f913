import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { BadInput } from "@/lib/cli/bad-input";
import { badInputError } from "@/lib/cli/file-errors";
import { whyUnreadable } from "@/lib/cli/findings-file";
import { jsonOf } from "@/lib/cli/json";
import { withSamplings } from "@/lib/cli/runs-file";
import { type FileProblem, problemText } from "@/lib/dataset/rules/lines";
import { RunHeader } from "@/lib/export/schema/run-header";

/** The settings that a folder was begun with: a recipe goes on only with the same ones. */
const RecipeState = z.object({
  recipe: z.string(),
  study: z.string(),
  provider: z.string(),
  base: z.string(),
  model: z.string(),
  embeddingModel: z.string().optional(),
});
type RecipeState = z.infer<typeof RecipeState>;

const WORDS: Record<keyof RecipeState, string> = {
  recipe: "recipe",
  study: "study",
  provider: "provider",
  base: "address of the model",
  model: "model",
  embeddingModel: "embedding model",
};

/** A finished step: how it was run, and the records and findings it made. */
export interface StepResult {
  header: RunHeader;
  lines: string[];
}

export const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The folder of a recipe: finished steps stay, and so does every answer of the model. */
export class RecipeFolder {
  /** Every complete answer of the model, in the order in which they came. */
  readonly answers: string;

  constructor(readonly path: string) {
    this.answers = this.at("answers.jsonl");
  }

  at(...parts: string[]): string {
    return path.join(this.path, ...parts);
  }

  /**
   * Takes the folder, new or begun earlier. BadInput when it was begun with something else, or another command works in
   * it. Returns true if the recording of answers is new.
   */
  async begin(state: RecipeState): Promise<boolean> {
    await mkdir(this.at("steps"), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw badInputError(this.path, error);
    });
    await this.#lock();
    const known = await textOf(this.at("state.json"));
    if (known !== null) this.#check(state, known);
    else await writeWhole(this.at("state.json"), `${JSON.stringify(state, null, 2)}\n`);
    return !(await dropUnfinishedLine(this.answers));
  }

  async #lock(): Promise<void> {
    const file = this.at("lock");
    const held = await textOf(file);
    if (held !== null && isAlive(Number(held)))
      throw new BadInput(`${this.path} is in use by process ${held.trim()}`);
    // The process that left the file was killed.
    if (held !== null) await rm(file, { force: true });
    try {
      await writeFile(file, `${process.pid}`, { flag: "wx" });
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      throw isTaken
        ? new BadInput(`${this.path} is in use by another process`)
        : badInputError(this.path, error);
    }
  }

  #check(state: RecipeState, known: string): void {
    const { data: before } = RecipeState.safeParse(jsonOf(known));
    if (!before) throw new BadInput(`${this.at("state.json")} is damaged: choose another folder with -o`);
    const other = (Object.keys(WORDS) as (keyof RecipeState)[]).find((key) => before[key] !== state[key]);
    if (other)
      throw new BadInput(
        `${this.path} was begun with another ${WORDS[other]}: choose another folder with -o`,
      );
  }

  /** Lets other commands work in the folder. */
  async release(): Promise<void> {
    if ((await textOf(this.at("lock"))) === `${process.pid}`) await rm(this.at("lock"), { force: true });
  }

  /** A finished step; null when it is not finished. BadInput names the first line that is damaged. */
  async finished(step: string): Promise<StepResult | null> {
    const file = this.at("steps", step);
    const text = await textOf(file);
    if (text === null) return null;
    const [header, ...rest] = text
      .split("\n")
      .map((line, at) => ({ line, number: at + 1 }))
      .filter(({ line }) => line !== "");
    const read = RunHeader.safeParse(withSamplings(jsonOf(header?.line ?? "")));
    const damaged = (problem: FileProblem) =>
      new BadInput(
        `${file} is damaged, ${problemText(problem)}; without the file, the step runs again from the recorded answers`,
      );
    if (!read.success)
      throw damaged({ line: header?.number ?? 1, place: "", reason: "is no header of a step" });
    for (const { line, number } of rest) {
      const problem = whyUnreadable(line, number);
      if (problem) throw damaged(problem);
    }
    return { header: read.data, lines: rest.map(({ line }) => line) };
  }

  async finish(step: string, { header, lines }: StepResult): Promise<void> {
    await writeWhole(this.at("steps", step), textOfLines([JSON.stringify(header), ...lines]));
  }
}

export const textOfLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Writes a file that is there as a whole or not at all, also when the command is killed. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** A command that was killed while it wrote leaves half a line, which nobody can read. False if there is no file. */
async function dropUnfinishedLine(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch(() => null);
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const piece = Buffer.alloc(64 * 1024);
    for (let end = size; end > 0; ) {
      const from = Math.max(0, end - piece.length);
      const { bytesRead } = await handle.read(piece, 0, end - from, from);
      const last = piece.subarray(0, bytesRead).lastIndexOf(0x0a);
      if (last >= 0) {
        await truncate(file, from + last + 1);
        return true;
      }
      end = from;
    }
    return false;
  } finally {
    await handle.close();
  }
}
