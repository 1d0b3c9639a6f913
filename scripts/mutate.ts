import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build, type Plugin } from "esbuild";
import { equivalents } from "./mutation/equivalents";
import { type Mutant, plantMutants } from "./mutation/mutants";

/*
 * Mutation test of lib/agreement: `npx tsx scripts/mutate.ts [file …]`. Every operator, number and condition
 * is changed in turn; a change that no test notices is a hole in the tests. All mutants are compiled into
 * one bundle, switched off, so that trying one costs no more than the tests that reach it. Writes
 * docs/mutation-report.md when all files are tried. Exit code 1 when an unexplained mutant survives.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "lib/agreement");

interface Verdict {
  mutant: Mutant;
  outcome: "killed" | "timed out" | "survived";
}

async function main(only: string[]): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const sources = names.filter((name) => !name.endsWith(".test.ts"));
  const planted = new Map<string, string>();
  const mutants: Mutant[] = [];
  for (const name of sources) {
    const { code, mutants: here } = plantMutants(
      name,
      await readFile(join(folder, name), "utf8"),
      mutants.length,
    );
    planted.set(name, code);
    mutants.push(...here);
  }
  const work = await mkdtemp(join(tmpdir(), "mutation-"));
  try {
    const bundle = join(work, "bundle.mjs");
    await bundleTests(
      bundle,
      planted,
      names.filter((name) => name.endsWith(".test.ts")),
    );
    console.log(`${mutants.length} mutants planted`);
    const chosen = mutants.filter(({ file }) => only.length === 0 || only.includes(basename(file, ".ts")));
    const verdicts = await tryAll(bundle, chosen, mutants.length);
    const survivors = verdicts.filter(({ outcome }) => outcome === "survived").map(({ mutant }) => mutant);
    const unexplained = survivors.filter((mutant) => reasonFor(mutant) === undefined);
    if (only.length === 0) await writeFile(join(root, "docs/mutation-report.md"), report(verdicts, sources));
    console.log(
      `${verdicts.length} mutants, ${survivors.length} survived, ${unexplained.length} of them unexplained`,
    );
    for (const { file, line, text, change } of unexplained)
      console.log(`  ${file}:${line}  ${change}  |  ${text}`);
    return unexplained.length === 0 ? 0 : 1;
  } finally {
    await rm(work, { recursive: true });
  }
}

async function bundleTests(outfile: string, planted: Map<string, string>, tests: string[]): Promise<void> {
  const shim = join(root, "scripts/mutation/shim.ts");
  const plugin: Plugin = {
    name: "mutants",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(vitest|@fast-check\/vitest)$/ }, () => ({ path: shim }));
      onLoad({ filter: /lib[\\/]agreement[\\/][^\\/]+\.ts$/ }, ({ path }) => {
        const contents = planted.get(basename(path));
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
  const entry = [
    `import { tryMutants } from "./scripts/mutation/runner";`,
    ...tests.map((name) => `import "./lib/agreement/${name}";`),
    `import { tests } from "./scripts/mutation/shim";`,
    "tryMutants(tests);",
  ].join("\n");
  await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [plugin],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
    logLevel: "error",
  });
}

/** Tries mutants in a worker that is replaced whenever a mutant hangs it. */
async function tryAll(bundle: string, mutants: Mutant[], all: number): Promise<Verdict[]> {
  const verdicts = new Map<number, Verdict["outcome"]>();
  const waiting = new Set(mutants.map(({ id }) => id));
  const atLoad = new Set<number>();
  while (waiting.size > 0) {
    const ids = [...waiting];
    const { stuck } = await run(bundle, { ids, atLoad: -1, mutants: all }, (message) => {
      for (const id of message.atLoad ?? []) {
        if (waiting.delete(id)) atLoad.add(id);
      }
      if (message.id === undefined) return;
      waiting.delete(message.id);
      verdicts.set(message.id, message.killedBy === null ? "survived" : "killed");
    });
    if (stuck === null && waiting.size > 0) throw new Error("the tests did not finish without any mutant");
    if (stuck === null) break;
    waiting.delete(stuck);
    verdicts.set(stuck, "timed out");
  }
  for (const id of atLoad) {
    const { stuck } = await run(bundle, { ids: [], atLoad: id, mutants: all }, (message) => {
      if (message.id !== undefined) verdicts.set(id, message.killedBy === null ? "survived" : "killed");
    });
    if (stuck !== null) verdicts.set(id, "timed out");
    if (!verdicts.has(id)) verdicts.set(id, "killed");
  }
  return mutants.map((mutant) => ({ mutant, outcome: verdicts.get(mutant.id) ?? "survived" }));
}

interface Message {
  atLoad?: number[];
  slowest?: number;
  trying?: number;
  id?: number;
  killedBy?: string | null;
  done?: boolean;
}

function run(
  bundle: string,
  workerData: { ids: number[]; atLoad: number; mutants: number },
  heard: (message: Message) => void,
): Promise<{ stuck: number | null }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(bundle, { workerData });
    let trying = workerData.atLoad === -1 ? null : workerData.atLoad;
    let patience = 120_000;
    let clock = setTimeout(giveUp, patience);
    function giveUp() {
      void worker.terminate().then(() => resolve({ stuck: trying }));
    }
    worker.on("message", (message: Message) => {
      if (message.slowest !== undefined) patience = 5_000 + 3 * message.slowest;
      if (message.trying !== undefined) trying = message.trying;
      heard(message);
      clearTimeout(clock);
      clock = setTimeout(giveUp, patience);
      if (message.done) trying = null;
    });
    worker.on("error", (error) => {
      clearTimeout(clock);
      if (workerData.atLoad === -1) reject(error);
      else resolve({ stuck: null });
    });
    worker.on("exit", () => {
      clearTimeout(clock);
      resolve({ stuck: trying });
    });
  });
}

function reasonFor({ file, text, change }: Mutant): string | undefined {
  return equivalents.find(
    (each) => each.file === file && text.includes(each.text) && each.changes.includes(change),
  )?.reason;
}

function report(verdicts: Verdict[], sources: string[]): string {
  const count = (of: Verdict[], outcome: Verdict["outcome"]) =>
    of.filter((each) => each.outcome === outcome).length;
  const rows = sources.flatMap((file) => {
    const here = verdicts.filter(({ mutant }) => mutant.file === file);
    if (here.length === 0) return [];
    const numbers = [here.length, count(here, "killed"), count(here, "timed out"), count(here, "survived")];
    return [`| ${file} | ${numbers.join(" | ")} |`];
  });
  const survivors = verdicts.filter(({ outcome }) => outcome === "survived");
  const total = [verdicts.length, count(verdicts, "killed"), count(verdicts, "timed out"), survivors.length];
  return [
    "# Mutation report of lib/agreement",
    "",
    "Made by `npx tsx scripts/mutate.ts`. Every operator, number, condition and rounding in the folder is changed",
    "in turn, and the folder's unit tests must notice. A mutant that hangs counts as noticed. Those that survive",
    "change no number, and the table says why.",
    "",
    "| file | mutants | killed | timed out | survived |",
    "|---|---:|---:|---:|---:|",
    ...rows,
    `| **all** | ${total.join(" | ")} |`,
    "",
    "## Survivors",
    "",
    "| where | change | source | why no number changes |",
    "|---|---|---|---|",
    ...survivors.map(({ mutant }) => {
      const source = mutant.text.replaceAll("|", "\\|");
      const change = mutant.change.replaceAll("|", "\\|");
      return `| ${mutant.file}:${mutant.line} | ${change} | \`${source}\` | ${reasonFor(mutant) ?? "**unexplained**"} |`;
    }),
    "",
  ].join("\n");
}

process.exitCode = await main(process.argv.slice(2));
