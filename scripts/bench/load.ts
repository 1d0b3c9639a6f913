import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { medianTime } from "@/scripts/bench/median";
import { startBare, startInstallation } from "./parts/installation";
import { processorSecondsOf } from "./parts/processes";
import { browserHeaders, send } from "./parts/send";

/**
 * Throughput for many concurrent annotators: claims, reads, saves and submissions on one and two web
 * processes, compared with a bare Next route that inserts the same operations in one transaction on the same
 * PostgreSQL. Reports rates per second, the median latency under full concurrency, and processor time per
 * request of the web processes, which other load hardly affects; also for one annotator's whole cycle of a claim, a
 * read, eight saves and a submission, beside as many requests to the bare route. Runs on loopback only and stops by
 * itself.
 */

const CROWD = Number(process.env.ANNOTATORS ?? 200);
const SAVES = 8;
/** The first round also loads and warms up what the others find ready. */
const ROUNDS = 3;

type Work = { cookie: string; batch: string; id: string; lease: string; base: number; items: string[] };

// Each in its own process, because settings are read once.
const given = process.env.WEB_PROCESSES;
if (given) await measure(Number(given));
else {
  for (const processes of ["1", "2"]) {
    const env = { ...process.env, WEB_PROCESSES: processes };
    const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env,
      stdio: "inherit",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}
process.exit(0);

async function measure(processes: number) {
  const installation = await startInstallation();
  const bare = processes === 1 ? await startBare(installation) : null;
  // After the settings, which say where the database is.
  const { disconnect } = await import("@/lib/database/db");
  try {
    console.log(
      `\n${processes} web process${processes > 1 ? "es" : ""}, ${CROWD} annotators · load ${loadavg()[0]?.toFixed(1)}`,
    );
    line("", "per second", "median ms", "web cpu ms");
    const crowd = await makeCrowd();
    const agent = new Agent({ keepAlive: true, maxSockets: CROWD });
    const ask = asker(agent, installation.local);
    const cost = async (
      name: string,
      each: (work: Work) => Promise<void>,
      times = 1,
      pid = installation.pid,
    ) => {
      const waits: number[] = [];
      const before = processorSecondsOf(pid);
      const began = performance.now();
      await Promise.all(
        crowd.map(async (work) => {
          for (let n = 0; n < times; n++) {
            const startedAt = performance.now();
            await each(work);
            waits.push(performance.now() - startedAt);
          }
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      const cpu = ((processorSecondsOf(pid) - before) * 1000) / waits.length;
      line(name, (waits.length / seconds).toFixed(0), medianTime(waits).toFixed(0), cpu.toFixed(2));
      return cpu * times;
    };
    if (bare) {
      const bareAsk = asker(agent, bare.local);
      const save = async (work: Work) => {
        await bareAsk(work, "/save", { document: randomUUID(), base: 0, ops: operationsFor("overall", 1) });
      };
      await cost("bare route", save, 1, bare.pid);
      const eight = await cost("bare route", save, SAVES, bare.pid);
      line("as many as a cycle has", "", "", ((eight / SAVES) * (SAVES + 3)).toFixed(1));
    }
    for (let round = 0; round < ROUNDS; round++) {
      let cycle = await cost("claim", async (work) => {
        const { assignment } = await ask<{ assignment: { id: string; lease: string } }>(
          work,
          `/api/v1/batches/${work.batch}/claim`,
          {},
        );
        Object.assign(work, { id: assignment.id, lease: assignment.lease, base: 0 });
      });
      cycle += await cost("read", async (work) => {
        const view = await ask<{ version: number; frame: { steps: { items?: { key: string }[] }[] } }>(
          work,
          `/api/v1/assignments/${work.id}`,
        );
        work.items = view.frame.steps.flatMap(({ items }) => items ?? []).map(({ key }) => key);
      });
      cycle += await cost(
        "save",
        async (work) => {
          const item = work.items[(work.base / 2) % work.items.length] ?? "";
          const ops = operationsFor(item, work.base);
          await ask(work, `/api/v1/assignments/${work.id}/ops`, { lease: work.lease, base: work.base, ops });
          work.base += ops.length;
        },
        SAVES,
      );
      cycle += await cost("submit", async (work) => {
        await ask(work, `/api/v1/assignments/${work.id}/submit`, { lease: work.lease, base: work.base });
      });
      line(round === 0 ? "one cycle, warming up" : "one cycle", "", "", cycle.toFixed(1));
    }
    agent.destroy();
  } finally {
    await disconnect();
    await bare?.stop();
    await installation.stop();
  }
}

/** Annotators of one batch, with an assignment of eight questions for each of them per round. */
async function makeCrowd(): Promise<Work[]> {
  const { makeBatch } = await import("@/testing/builders/batches");
  const { makeDataset } = await import("@/testing/builders/datasets");
  const { makeMember, makeSession } = await import("@/testing/builders/people");
  const { makeProject } = await import("@/testing/builders/projects");
  const project = await makeProject();
  const people: Awaited<ReturnType<typeof makeMember<"annotator">>>[] = [];
  for (let n = 0; n < CROWD; n++) people.push(await makeMember("annotator", { project }));
  const dataset = await makeDataset({ project, tasks: CROWD, checklist: SAVES, drafts: false });
  const settings = { exposure: "none" as const };
  const batch = await makeBatch({
    dataset,
    annotators: people,
    preset: "checklist-answering",
    settings,
    k: ROUNDS,
  });
  return Promise.all(
    people.map(async (person) => {
      const { cookie } = await makeSession(person);
      return {
        cookie: `${cookie.name}=${cookie.value}`,
        batch: batch.id,
        id: "",
        lease: "",
        base: 0,
        items: [],
      };
    }),
  );
}

function operationsFor(item: string, n: number): object[] {
  const stamped = (op: object) => ({ op: randomUUID(), at: new Date().toISOString(), ...op });
  return [
    stamped({ type: "answer", item, value: n % 3 ? "yes" : "no" }),
    stamped({ type: "time", spent: [{ on: item, activeMs: 1200, idleMs: 0 }] }),
  ];
}

function asker(agent: Agent, origin: string) {
  return <T>({ cookie }: Work, path: string, body?: object): Promise<T> =>
    send(agent, origin + path, browserHeaders(cookie), body && JSON.stringify(body));
}

function line(...cells: string[]) {
  console.log(`  ${cells.map((cell, n) => cell.padStart(n === 0 ? 24 : 12)).join("")}`);
}
