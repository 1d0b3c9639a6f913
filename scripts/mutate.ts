import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { equivalents } from "./mutation/equivalents";
import { type Mutant, plantMutants } from "./mutation/mutants";
import type { Message, Order, PlannedTest } from "./mutation/runner";

/*
 * Mutation test of lib/agreement: `npx tsx scripts/mutate.ts [file …]`. Every operator, number and condition
 * is changed in turn; a change that no test notices is a hole in the tests. All mutants are compiled into
 * one bundle, switched off, so that trying one costs no more than the tests that reach it. Writes
 * docs/reference/mutation-report.md when all files are tried. Exit code 1 when an unexplained mutant survives.
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
    if (only.length === 0)
      await writeFile(join(root, "docs/reference/mutation-report.md"), report(verdicts, sources));
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

/** Tries mutants in a process that is replaced whenever a mutant hangs it. */
async function tryAll(bundle: string, chosen: Mutant[], mutants: number): Promise<Verdict[]> {
  let plan: PlannedTest[] = [];
  let atLoad: number[] = [];
  await run(bundle, { mutants, atLoad: -1, ids: [], plan: null }, (message) => {
    if (message.kind === "plan") ({ plan, atLoad } = message);
  });
  if (plan.length === 0) throw new Error("the tests do not pass without any mutant");

  const outcomes = new Map<number, Verdict["outcome"]>();
  const onMessage = (message: Message) => {
    if (message.kind === "verdict") outcomes.set(message.id, message.killed ? "killed" : "survived");
  };
  for (let ids = chosen.map(({ id }) => id); ids.length > 0; ids = ids.filter((id) => !outcomes.has(id))) {
    const stuck = await run(bundle, { mutants, atLoad: -1, ids, plan }, onMessage);
    if (stuck !== null) outcomes.set(stuck, "timed out");
    console.log(`${outcomes.size} of ${chosen.length}`);
  }
  // Code that runs at load time has run before a mutant is switched on, so it is tried separately.
  for (const id of atLoad.filter((each) => outcomes.get(each) === "survived")) {
    outcomes.set(id, "killed");
    const stuck = await run(bundle, { mutants, atLoad: id, ids: [id], plan }, onMessage);
    if (stuck !== null) outcomes.set(id, "timed out");
  }
  return chosen.map((mutant) => ({ mutant, outcome: outcomes.get(mutant.id) ?? "survived" }));
}

/** Runs one process to its end. Returns the mutant that hung or crashed it, if any. */
async function run(
  bundle: string,
  order: Order,
  onMessage: (message: Message) => void,
): Promise<number | null> {
  const orders = `${bundle}.json`;
  await writeFile(orders, JSON.stringify(order));
  const child = spawn(process.execPath, ["--max-old-space-size=1024", bundle, orders], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let trying: number | null = order.atLoad === -1 ? null : order.atLoad;
  const stop = () => child.kill("SIGKILL");
  let clock = setTimeout(stop, 600_000);
  for await (const line of createInterface({ input: child.stdout })) {
    const message: Message = JSON.parse(line);
    onMessage(message);
    clearTimeout(clock);
    trying = message.kind === "trying" ? message.id : null;
    clock = setTimeout(stop, message.kind === "trying" ? 3_000 + 10 * message.milliseconds : 60_000);
  }
  clearTimeout(clock);
  return trying;
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
    "in turn, and the folder's unit tests must notice the change. A mutant that hangs counts as noticed. Surviving mutants",
    "change no number; the second table gives the reasons.",
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
