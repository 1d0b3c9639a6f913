import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Random, randomFrom } from "@/lib/agreement/random";
import { poisonStudy } from "@/lib/report/testing/poison";
import { makeMember, makeToken } from "@/testing/builders/people";
import { startWeb, startWorker } from "../start/child-processes.mjs";
import { supervise } from "../start/supervise.mjs";
import { verifyWork, work } from "./annotator";
import { childrenOf } from "./children";
import { makeCrowd } from "./crowd";
import { requestJson } from "./request-json";
import { type Silence, watchAnswers } from "./watch";

export interface AttackReport {
  submitted: number;
  confirmed: number;
  retries: number;
  silence: Silence;
  kills: number;
  locks: number;
  poison: string[];
}

const WEB_SERVERS = 2;

/** Subjects per annotator, and annotators per subject. */
const EACH = 2;

/**
 * Annotators claim, read, save and submit on two web processes and a worker, while poison studies are
 * imported and reported on, web processes and the worker are killed, and tables are locked. Returns the
 * longest time without any response. Throws when confirmed work is missing or doubled, or when an attack left
 * something broken.
 */
export async function attack({
  port,
  env,
  annotators,
  seconds,
  seed,
}: {
  port: number;
  env: NodeJS.ProcessEnv;
  annotators: number;
  seconds: number;
  seed: number;
}): Promise<AttackReport> {
  const origin = `http://127.0.0.1:${port}`;
  const random = randomFrom(seed);
  const own = {
    ...env,
    APP_URL: `http://localhost:${port}`,
    NEXTAUTH_URL: `http://localhost:${port}`,
    WEB_PROCESSES: String(WEB_SERVERS),
  };
  const where = { dev: false, port, host: "127.0.0.1", local: origin };
  const silent = () => {};
  /** Web servers that have been killed and do not run again yet. */
  const down = new Set<string>();
  const onLine = (line: string) => {
    if (!line.startsWith("{")) return;
    const { event, part } = JSON.parse(line) as { event: string; part: string };
    if (event === "part-stopped") down.add(part);
    if (event === "part-running") down.delete(part);
  };
  const parts = {
    worker: supervise({ start: () => startWorker(own, silent), onChange: silent }),
    web: supervise({ start: () => startWeb(where, own, onLine), onChange: silent }),
  };
  const crowd = await makeCrowd(annotators, { each: EACH, items: 4 });
  try {
    await Promise.all([parts.worker.ready, parts.web.ready]);
    const watch = watchAnswers(`${origin}/api/v1/health/live`, parts.web.pid());
    const until = Date.now() + seconds * 1000;
    const poison: string[] = [];
    const done = { kills: 0, locks: 0 };
    const attacks = [
      importPoison(origin, until, poison),
      killNowAndThen(parts, down, random, until, done),
      lockNowAndThen(until, done),
    ];
    const working = crowd.map((annotator) => work(origin, annotator, random));
    await Promise.all([...working, ...attacks]);
    const silence = await watch.stop();
    const counted = await verifyWork(crowd);
    return { ...counted, ...done, poison, silence };
  } finally {
    await Promise.all([parts.worker.stop(), parts.web.stop()]);
  }
}

/**
 * Imports studies whose reports would be hundreds of megabytes, requests the reports, and records the
 * outcomes.
 */
async function importPoison(origin: string, until: number, outcomes: string[]): Promise<void> {
  const researcher = await makeMember("admin");
  const { token } = await makeToken(researcher);
  const headers = { authorization: `Bearer ${token}` };
  const send = async (path: string, init: RequestInit = {}) => {
    for (;;) {
      const answer = await requestJson(origin + path, { ...init, headers }, 30_000);
      if (answer && answer.status < 500) return answer.value as Record<string, unknown>;
      await pause(250);
    }
  };
  const file = poisonStudy(420);
  const { id } = await send(`/api/v1/projects/${researcher.projectId}/imports?file=poison.jsonl`, {
    method: "POST",
    body: file,
  });
  let dataset: unknown = null;
  while (dataset === null) {
    const view = await send(`/api/v1/imports/${id}`);
    if (view.state === "failed") throw new Error("the poison study was not imported");
    if (view.state === "ready") dataset = (view.dataset as { id: string }).id;
    else await pause(500);
  }
  // A malformed zip archive, repeatedly: it is refused.
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(2_000_000)]);
  const refused = await send(`/api/v1/projects/${researcher.projectId}/imports?file=a.zip`, {
    method: "POST",
    body: zip,
  });
  if (!("error" in refused)) throw new Error("an archive was taken for a study");
  for (;;) {
    const { state } = await send(`/api/v1/reports/datasets/${dataset}`);
    if (state === "ready" || state === "failed") {
      outcomes.push(String(state));
      return;
    }
    if (Date.now() > until + 300_000)
      throw new Error("the report of the poison study neither came nor failed");
    await pause(1_000);
  }
}

type Parts = Record<"worker" | "web", { pid: () => number }>;

/**
 * Kills one of the web servers, then the worker, and so on, at random intervals. The last web server that runs
 * is not killed: nothing could answer then.
 */
async function killNowAndThen(
  { worker, web }: Parts,
  down: ReadonlySet<string>,
  random: Random,
  until: number,
  done: { kills: number },
) {
  for (let n = 0; Date.now() < until; n++) {
    await pause(2_000 + random() * 4_000);
    const isServer = n % 2 === 0;
    if (isServer && down.size > 0) continue;
    const [victim] = isServer ? childrenOf(web.pid()) : [worker.pid()];
    if (!victim) continue;
    process.kill(victim, "SIGKILL");
    done.kills += 1;
  }
}

/** Takes locks that block readers or writers of a table, longer than any timeout. */
async function lockNowAndThen(until: number, done: { locks: number }) {
  const tables = ["AuditLog", "Batch", "Assignment", "Operation", "Session"];
  for (let n = 0; Date.now() < until; n++) {
    // The application's role can only lock tables it may change.
    const client = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
    client.on("error", () => {}); // the running query reports it
    await client.connect();
    try {
      await client.query(`BEGIN; LOCK TABLE "${tables[n % tables.length]}" IN ACCESS EXCLUSIVE MODE`);
      done.locks += 1;
      await pause(5_000);
    } finally {
      await client.end();
    }
    await pause(1_000);
  }
}
