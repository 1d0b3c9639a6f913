import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The exit code and output of a bundle's script. */
interface Ended {
  code: number;
  out: string;
  words: string;
}

/** Runs a script of a bundle on the bundle's files. Null when the interpreter is not installed. */
export async function runScript(
  files: ReadonlyMap<string, Buffer>,
  interpreter: "python3" | "Rscript",
  [script, ...args]: string[],
): Promise<Ended | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bundle-"));
  try {
    for (const [name, bytes] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), bytes);
    }
    const running = spawn(interpreter, [path.join(folder, "scripts", script ?? ""), ...args]);
    let [out, words] = ["", ""];
    running.stdout.on("data", (text) => {
      out += text;
    });
    running.stderr.on("data", (text) => {
      words += text;
    });
    // A missing program reports only that it is missing.
    const code = await new Promise<number | null>((resolve, reject) => {
      running.once("close", (code) => resolve(Number(code)));
      running.once("error", (failure: NodeJS.ErrnoException) =>
        failure.code === "ENOENT" ? resolve(null) : reject(failure),
      );
    });
    return code === null ? null : { code, out, words };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The results of the Python script by name. Null when Python is not installed. */
export async function recompute(files: ReadonlyMap<string, Buffer>) {
  const ended = await runScript(files, "python3", ["recompute.py", "--json"]);
  if (!ended) return null;
  const numbers: Record<string, number | null> = ended.out === "" ? {} : JSON.parse(ended.out);
  return { code: ended.code, numbers, words: ended.words };
}
