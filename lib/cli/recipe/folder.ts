import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "@/lib/cli/bad-input";
import { badInputError } from "@/lib/cli/file-errors";
import type { RunHeader } from "@/lib/export/schema/run-header";

/** The settings that a folder was begun with: a recipe goes on only with the same ones. */
interface RecipeState {
  recipe: string;
  study: string;
  provider: string;
  base: string;
  model: string;
}

const WORDS: Record<keyof RecipeState, string> = {
  recipe: "recipe",
  study: "study",
  provider: "provider",
  base: "address of the model",
  model: "model",
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
    if (known !== null) this.#check(state, JSON.parse(known) as RecipeState);
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

  #check(state: RecipeState, before: RecipeState): void {
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

  /** A finished step; null when it is not finished. */
  async finished(step: string): Promise<StepResult | null> {
    const text = await textOf(this.at("steps", step));
    if (text === null) return null;
    const [header = "{}", ...lines] = text.split("\n").filter((line) => line !== "");
    return { header: JSON.parse(header) as RunHeader, lines };
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
