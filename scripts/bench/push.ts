import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { median } from "@/lib/agreement/quantile";
import { randomFrom } from "@/lib/agreement/random";
import { medianTime } from "@/scripts/bench/median";
import { copyIn } from "@/scripts/bench/parts/copy-in";
import { startInstallation } from "@/scripts/bench/parts/installation";
import { processorSecondsOf } from "@/scripts/bench/parts/processes";
import { browserHeaders, send } from "@/scripts/bench/parts/send";

/**
 * Cost of pushing 100,000 lines (tasks, responses, and drafts of one's own judge) over HTTP into a dataset, compared with
 * PostgreSQL's COPY of the same rows through the driver into the same tables, with their indexes and foreign keys,
 * alternately in the same run. Beside both, how long saves of an annotator take over HTTP from the same web process: idle,
 * during the COPY, which only the database feels, and during the push. Processor time is that of the web process. Runs on
 * loopback only and stops by itself; only the ratios are comparable between machines.
 */

const EACH = 33_334;
const ROUNDS = 3;
/** Milliseconds between saves of the annotator. */
const PAUSE = 50;

const installation = await startInstallation();
const { owner, local, pid } = installation;
const agent = new Agent({ keepAlive: true });

// After the settings, which say where the database is.
const { disconnect } = await import("@/lib/database/db");
const { claim } = await import("@/lib/participation/data/claim");
const { makeBatch } = await import("@/testing/builders/batches");
const { makeDataset } = await import("@/testing/builders/datasets");
const { makeMember, makeSession, makeToken } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");

try {
  await run();
} finally {
  agent.destroy();
  await disconnect();
  await installation.stop();
}

async function run(): Promise<void> {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const { token } = await makeToken(admin);
  const texts = textsOf(2 * EACH);
  const body = linesOf(texts);
  const save = await startSaving(project);
  await save.during(() => sleep(2_000));
  console.log(`load ${loadavg()[0]?.toFixed(1)}, ${(body.length / 1e6).toFixed(0)} MB`);
  line("", "seconds", "web process s", "saves", "median ms", "worst ms");
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await save.during(() => sleep(5_000));
    line("idle", "", idle.processor, ...latencies(idle.times));
    const plain = await makeDataset({ project, tasks: 0 });
    const copied = await save.during(() => copyRows({ dataset: plain.id, project: project.id }, texts));
    line("COPY", copied.seconds, copied.processor, ...latencies(copied.times));
    const dataset = await makeDataset({ project, tasks: 0 });
    const pushed = await save.during(() => push(dataset.id, token, body));
    line("push", pushed.seconds, pushed.processor, ...latencies(pushed.times));
    ratios.push(pushed.seconds / copied.seconds);
  }
  line("push / COPY", median(ratios) ?? 0);
}

/** Sends the lines as a pipeline does, in one request. */
async function push(dataset: string, token: string, body: Buffer): Promise<void> {
  const { added } = await send<{ added: { draft: number } }>(
    agent,
    `${local}/api/v1/datasets/${dataset}/records/lines`,
    { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" },
    body,
  );
  if (added.draft !== EACH) throw new Error(JSON.stringify(added));
}

/** Texts of some 60 words. */
function textsOf(count: number): string[] {
  const random = randomFrom(count);
  const word = () => `w${Math.floor(random() ** 2 * 4000)}`;
  return Array.from({ length: count }, () => Array.from({ length: 60 }, word).join(" "));
}

function linesOf(texts: readonly string[]): Buffer {
  const lines: string[] = [];
  for (let n = 0; n < EACH; n++) {
    const [task, response] = [`p${n}`, `p${n}.r`];
    lines.push(JSON.stringify({ type: "task", id: task, instruction: texts[2 * n], tags: [`t${n % 10}`] }));
    lines.push(JSON.stringify({ type: "response", id: response, task, model: "m", text: texts[2 * n + 1] }));
    const about = { task, response, item: "overall", value: (n % 5) + 1, confidence: 0.5 };
    const by = { rater: "own-judge", raterKind: "llm", method: "own.score", condition: "prompt 2" };
    lines.push(JSON.stringify({ type: "draft", id: `p${n}.d`, ...about, ...by }));
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** Copies the same tasks, responses and drafts in one transaction. The rows are made before. */
async function copyRows(
  { dataset, project }: { dataset: string; project: string },
  texts: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  const rater = randomUUID();
  const [tasks, responses, drafts]: [string[], string[], string[]] = [[], [], []];
  for (let n = 0; n < EACH; n++) {
    const [task, response] = [randomUUID(), randomUUID()];
    tasks.push(row(task, dataset, `p${n}`, 3 * n, texts[2 * n] ?? "", `{t${n % 10}}`));
    responses.push(row(response, dataset, task, `p${n}.r`, 3 * n + 1, "m", texts[2 * n + 1] ?? ""));
    const about = [task, "overall", response, rater, "own.score", (n % 5) + 1, "{}", "prompt 2", 0.5];
    drafts.push(row(randomUUID(), dataset, `p${n}.d`, 3 * n + 2, ...about));
  }
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "Rater" ("id", "projectId", "datasetId", "kind", "code") VALUES ($1, $2, $3, 'llm', 'own')`,
      [rater, project, dataset],
    );
    const copies = [
      ['"Task" ("id", "datasetId", "key", "position", "instruction", "tags")', tasks],
      ['"Response" ("id", "datasetId", "taskId", "key", "position", "model", "text")', responses],
      [
        '"Draft" ("id", "datasetId", "key", "position", "taskId", "target", "responseId", "raterId", "method", "value", "lines", "condition", "confidence")',
        drafts,
      ],
    ] as const;
    for (const [into, rows] of copies)
      await copyIn(client, `COPY ${into} FROM STDIN`, [Buffer.from(rows.join(""))]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

function row(...fields: (string | number)[]): string {
  return `${fields.join("\t")}\n`;
}

/** An annotator of another dataset of the project, who answers again and again. */
async function startSaving(project: { id: string }) {
  const person = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 1 });
  const batch = await makeBatch({ dataset, annotators: [person] });
  const claimed = await claim(person.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  const { cookie } = await makeSession(person);
  const headers = browserHeaders(`${cookie.name}=${cookie.value}`);
  const assignment = `${local}/api/v1/assignments/${id}`;
  await send(agent, assignment, headers);
  let base = 0;
  const save = async () => {
    const op = {
      op: randomUUID(),
      at: new Date().toISOString(),
      type: "score",
      value: 1 + (base % 5),
    } as const;
    await send(agent, `${assignment}/ops`, headers, JSON.stringify({ lease, base, ops: [op] }));
    base++;
  };
  return {
    during: async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      let going = true;
      const saving = (async () => {
        while (going) {
          const due = performance.now() + PAUSE;
          await sleep(PAUSE);
          await save();
          // From when it was due: an annotator does not wait for the save before.
          times.push(performance.now() - due);
        }
      })();
      const began = performance.now();
      const processor = processorSecondsOf(pid);
      await work();
      const used = processorSecondsOf(pid) - processor;
      const seconds = (performance.now() - began) / 1000;
      going = false;
      await saving;
      return { seconds, processor: used, times };
    },
  };
}

function latencies(times: readonly number[]): number[] {
  return [times.length, medianTime(times), Math.max(...times)];
}

function line(...cells: (string | number)[]): void {
  const shown = cells.map((cell) =>
    typeof cell === "number" ? cell.toFixed(Number.isInteger(cell) ? 0 : 2) : cell,
  );
  console.log(shown.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(13))).join(""));
}
