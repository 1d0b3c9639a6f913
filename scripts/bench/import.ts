import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { randomFrom } from "@/lib/agreement/random";
import { medianTime } from "@/scripts/bench/median";
import { copyIn } from "@/scripts/bench/parts/copy-in";
import { startThrowawayDatabase } from "../testing/throwaway";

/**
 * Cost of importing and browsing a study of 1,000, 10,000 and 100,000 tasks with a response each, compared
 * with PostgreSQL's COPY of the same bytes into a table of lines. In addition an import validates every
 * record and its references, stores each line with its hash, and writes indexed rows with foreign keys. Only
 * the ratios are comparable between machines; the cost per row should not grow with the file.
 */

const SIZES = [1_000, 10_000, 100_000];
const WORDS = 4_000;

const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
const { owner, stop } = await startThrowawayDatabase();

// After the settings, which say where the database is.
const { importStudyFile } = await import("@/lib/dataset/import/upload");
const { listTaskFilters, listTasks } = await import("@/lib/dataset/data/tasks");
const { makeMember } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");

type Query = Parameters<typeof listTasks>[2];

try {
  await run();
} finally {
  await stop();
  await rm(folder, { recursive: true });
}

async function run(): Promise<void> {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const small = await importOne(project.id, await writeStudy(100));
  line("import", "rows", "MB", "COPY ms", "import ms", "× COPY", "µs/row", "others ms");
  const datasets: { tasks: number; id: string }[] = [];
  for (const tasks of SIZES) {
    const file = await writeStudy(tasks);
    const copied = await timed(() => copy(file));
    const others = whileRunning(() => listTasks(actor, small, {}));
    let id = "";
    const imported = await timed(async () => {
      id = await importOne(project.id, file);
    });
    const rows = 2 * tasks + 1;
    const { size } = await stat(file);
    const waited = await others.stop();
    line(
      "  study file",
      rows,
      size / 1e6,
      copied,
      imported,
      imported / copied,
      (imported * 1e3) / rows,
      waited,
    );
    datasets.push({ tasks, id });
    await rm(file);
  }
  const cleaner = new pg.Client({ connectionString: owner });
  await cleaner.connect();
  await cleaner.query('VACUUM ANALYZE "Task", "Response"');
  await cleaner.end();

  const looks: [string, (tasks: number) => Query][] = [
    ["first page", () => ({})],
    ["a page in the middle", (tasks) => ({ after: tasks })],
    ["a word most tasks have", () => ({ q: "w1" })],
    ["a word one task has", () => ({ q: "needle" })],
    ["a tag of one in ten", () => ({ tag: ["t3"] })],
    ["a model and a length", () => ({ model: ["model-a"], least: 300 })],
    ["judged by nobody", () => ({ status: "untouched" })],
  ];
  console.log("\nbrowsing: milliseconds for a page of 50 with the number of all that fit, median of 5");
  line("", ...datasets.map(({ tasks }) => tasks));
  for (const [name, query] of looks) {
    const times: number[] = [];
    for (const { tasks, id } of datasets) times.push(await median(() => listTasks(actor, id, query(tasks))));
    line(`  ${name}`, ...times);
  }
  const choices: number[] = [];
  for (const { id } of datasets) choices.push(await median(() => listTaskFilters(actor, id)));
  line("  what there is to filter by", ...choices);
}

/** A study with this many tasks of some 60 words, with a response of the same length each. */
async function writeStudy(tasks: number): Promise<string> {
  const random = randomFrom(tasks);
  const text = () => Array.from({ length: 60 }, () => `w${Math.floor(random() ** 2 * WORDS)}`).join(" ");
  const file = path.join(folder, `${tasks}.jsonl`);
  const handle = await open(file, "w");
  await handle.write(`${JSON.stringify({ type: "study", version: 1, name: `${tasks} tasks` })}\n`);
  for (let from = 0; from < tasks; from += 1000) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(tasks, from + 1000); n++) {
      const instruction = n === Math.floor(tasks / 2) ? `needle ${text()}` : text();
      lines.push(JSON.stringify({ type: "task", id: `t${n}`, instruction, tags: [`t${n % 10}`] }));
      const model = n % 2 ? "model-a" : "model-b";
      lines.push(JSON.stringify({ type: "response", id: `r${n}`, task: `t${n}`, model, text: text() }));
    }
    await handle.write(`${lines.join("\n")}\n`);
  }
  await handle.close();
  return file;
}

async function importOne(projectId: string, file: string): Promise<string> {
  const done = await importStudyFile(projectId, createReadStream(file), { fileName: path.basename(file) });
  if (!("datasetId" in done)) throw new Error(done.failure);
  return done.datasetId;
}

/** Copies the lines of a file into a table of lines. */
async function copy(file: string): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  const raw = `(FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01', ESCAPE E'\\x01')`;
  try {
    await client.query(`CREATE TABLE "lines" ("line" text)`);
    await copyIn(
      client,
      `COPY "lines" FROM STDIN ${raw}`,
      createReadStream(file, { highWaterMark: 2 ** 20 }),
    );
  } finally {
    await client.query(`DROP TABLE IF EXISTS "lines"`);
    await client.end();
  }
}

/** Latency for others meanwhile: the slowest of a query repeated until stopped. */
function whileRunning(send: () => Promise<unknown>) {
  let going = true;
  let slowest = 0;
  const polling = (async () => {
    while (going) {
      slowest = Math.max(slowest, await timed(send));
      await sleep(20);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await polling;
      return slowest;
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await timed(work));
  return medianTime(times);
}

function line(...cells: (string | number)[]): void {
  console.log(
    cells
      .map((cell, i) =>
        (typeof cell === "number" ? format(cell) : cell)[i === 0 ? "padEnd" : "padStart"](i === 0 ? 30 : 11),
      )
      .join(""),
  );
}

function format(number: number): string {
  return number >= 1000 ? Math.round(number).toLocaleString("en") : number.toPrecision(3);
}
