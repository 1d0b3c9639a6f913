import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, PoolClient, Submittable } from "pg";
import type { Member } from "@/lib/auth/actor";
import { medianTime } from "@/scripts/bench/median";
import { runWorker, workerMemory } from "../start/worker.mjs";
import { makeJudgedStudy } from "../testing/judged-study";
import { startThrowawayDatabase } from "../testing/throwaway";

/**
 * Cost of the report on a large study: a million judgements (200,000 units by five raters on twelve
 * criteria), compared with COPY (unit, rater, value) TO STDOUT of the same rows through the same driver,
 * discarded, in the same run. Only the ratios are comparable between machines. A smaller study shows whether
 * the cost per row grows.
 */

const CRITERIA = 12;
const RATERS = 5;
const UNITS = process.env.BENCH_UNITS ? [Number(process.env.BENCH_UNITS)] : [20_000, 200_000];

const { stop } = await startThrowawayDatabase();

// After the settings, which say where the database is.
const { db, pool } = await import("@/lib/database/db");
const { openExport } = await import("@/lib/export/data/exports");
const { findReport } = await import("@/lib/report/data/find-report");
const { makeMember } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");
const { timeFilters } = await import("./parts/changed-filter");

/** Above this number of judgements a study is not kept in memory, so that a filter costs what the whole report does. */
const MOST_FILTERED = 150_000;

try {
  const needed: number[] = [];
  for (const units of UNITS) needed.push(await measure(units));
  const [few = 0, many = 0] = [needed.at(0), needed.at(-1)];
  if (needed.length > 1)
    console.log(
      `\n  ${"memory of the worker, most rows × fewest".padEnd(46)}${"".padStart(11)}${(many / few).toFixed(3).padStart(9)}`,
    );
} finally {
  await stop();
}

/** Peak memory of the worker, in bytes. */
async function measure(units: number): Promise<number> {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const responses = Math.ceil(units / CRITERIA);
  const study = { projectId: project.id, responses, criteria: CRITERIA, raters: RATERS };
  const { datasetId } = await makeJudgedStudy(pool, study);
  const id = { dataset: datasetId };
  const rows = responses * CRITERIA * RATERS;
  console.log(
    `\n${rows.toLocaleString("en")} judgements: ${responses * CRITERIA} units × ${RATERS} raters, ${CRITERIA} criteria`,
  );

  const copied = await timeOfCopy(ratingsOf(datasetId));
  line("COPY (unit, rater, value)", copied);

  // The first visit to a page: it requests the report, the worker computes it, the page reads it.
  const worker = await startWorker();
  let computed: Promise<Needed> = Promise.reject(new Error("nothing was asked for"));
  computed.catch(() => {});
  const cold = await timed(async () => {
    await findReport(actor, id);
    const { id: report } = await db.report.findFirstOrThrow({ where: { datasetId } });
    computed = reportedBy(worker);
    worker.send(report);
    for (;;) {
      const row = await db.report.findFirstOrThrow({
        where: { datasetId },
        select: { dataAt: true, failure: true, reliability: true },
      });
      if (row.failure) throw new Error(row.failure);
      if (row.reliability || row.dataAt) break;
      await sleep(50);
    }
    const found = await findReport(actor, id);
    if (!found?.beginning && !found?.report) throw new Error("there is nothing to read");
  });
  line("reliability page from cold, 1,000 replicates", cold, cold / copied, "× COPY");
  const began = performance.now();
  const { before, after } = await computed;
  line("the rest of the report, after it", (performance.now() - began) / 1000);
  console.log(
    `  ${"memory of the worker at most".padEnd(46)}${mb(after).padStart(8)} MB; ${mb(before)} MB before it began`,
  );
  worker.disconnect();

  const cached: number[] = [];
  for (let round = 0; round < 5; round++) {
    cached.push(
      await timed(async () => {
        const found = await findReport(actor, id);
        if (!found?.report) throw new Error("there is no report");
      }),
    );
  }
  line("any page from the cache", medianTime(cached), medianTime(cached) / cold, "× cold");
  if (rows <= MOST_FILTERED) await measureFilters(actor, datasetId, copied);
  await measureExport(actor, datasetId);
  return after;
}

/** Peak memory of a process, in bytes. */
interface Needed {
  before: number;
  after: number;
}

/** A process that computes one report by id, run like the worker. */
async function startWorker(): Promise<ChildProcess> {
  const worker = fork(new URL("parts/compute-report.ts", import.meta.url), {
    execArgv: runWorker,
    env: { ...workerMemory, ...process.env },
  });
  await once(worker, "message");
  return worker;
}

async function reportedBy(worker: ChildProcess): Promise<Needed> {
  const ended = once(worker, "exit").then(() => {
    throw new Error("the worker ended before the report was there");
  });
  ended.catch(() => {});
  const [needed] = await Promise.race([once(worker, "message"), ended]);
  return needed as Needed;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/**
 * A changed filter, compared with COPY of (unit, rater, value) and with reading the lines of the study file with
 * JSON.parse alone.
 */
async function measureFilters(actor: Member<"researcher">, datasetId: string, copied: number): Promise<void> {
  const parsed = await timeOfParsing(actor, datasetId);
  line("JSON.parse of the study file’s lines", parsed);
  const times = await timeFilters(actor, datasetId, pool);
  for (const { filter, headline, inSight, all } of times) {
    line(`${filter}: headline`, headline, headline / copied, "× COPY");
    line("  and the tables in sight", inSight, inSight / parsed, "× JSON.parse");
    line("  and all tables", all, all / parsed, "× JSON.parse");
  }
}

/** Seconds for reading the lines of the study file, without writing or loading it. */
async function timeOfParsing(actor: Member<"researcher">, datasetId: string): Promise<number> {
  const pieces: Buffer[] = [];
  for await (const piece of (await openExport(actor, datasetId, "study"))?.body ?? [])
    pieces.push(Buffer.from(piece));
  const lines = Buffer.concat(pieces).toString("utf8").trimEnd().split("\n");
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++)
    rounds.push(
      await timed(async () => {
        for (const one of lines) JSON.parse(one);
      }),
    );
  return medianTime(rounds);
}

/**
 * Exports the long table as CSV, compared with COPY of the same columns, with the memory of both processes.
 */
async function measureExport(actor: Member<"researcher">, datasetId: string): Promise<void> {
  const copied = await timeOfCopy(longColumnsOf(datasetId));
  line("COPY (the columns of the long table)", copied);
  const before = process.memoryUsage().rss;
  let most = before;
  let bytes = 0;
  const exported = await timed(async () => {
    const made = await openExport(actor, datasetId, "csv");
    for await (const piece of made?.body ?? []) {
      bytes += piece.length;
      most = Math.max(most, process.memoryUsage.rss());
    }
  });
  line("long CSV export", exported, exported / copied, "× COPY");
  console.log(`  ${"".padEnd(46)}${mb(bytes)} MB written; memory grew by ${mb(most - before)} MB on the way`);
}

function longColumnsOf(datasetId: string): string {
  return `
  SELECT s."name", x."arm", t."key" AS task, r."key" AS response, r."model", i."key" AS item, v."text", p."code", p."kind",
    x."exposure", x."initial", x."value", x."shown", x."activeMs", x."idleMs", x."startedAt", x."submittedAt"
  FROM "Judgement" AS x
  JOIN "Dataset" AS s ON s."id" = x."datasetId" JOIN "Task" AS t ON t."id" = x."taskId"
  JOIN "Response" AS r ON r."id" = x."responseId" JOIN "Item" AS i ON i."id" = x."itemId"
  JOIN "ItemVersion" AS v ON v."id" = x."itemVersionId" JOIN "Rater" AS p ON p."id" = x."raterId"
  WHERE x."datasetId" = '${datasetId}' ORDER BY x."position", x."id"`;
}

function ratingsOf(datasetId: string): string {
  return `SELECT "responseId" || '/' || "itemId" AS unit, "raterId" AS rater, "value" FROM "Judgement"
    WHERE "datasetId" = '${datasetId}'`;
}

/** Duration of `copyAway`: the median of three. */
async function timeOfCopy(select: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) rounds.push(await timed(() => copyAway(select)));
  return medianTime(rounds);
}

/** Reads every row of a query through the driver and discards it. */
async function copyAway(select: string): Promise<void> {
  const client = await pool.connect();
  try {
    await discard(client, `COPY (${select}) TO STDOUT`);
  } finally {
    client.release();
  }
}

function discard(client: PoolClient, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(sql),
      handleCopyData() {},
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    };
    client.query(query);
  });
}

/** Seconds. */
async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

function line(what: string, seconds: number, ratio?: number, of = ""): void {
  const measured = `${seconds.toFixed(3).padStart(9)} s`;
  console.log(
    `  ${what.padEnd(46)}${measured}${ratio === undefined ? "" : `${ratio.toFixed(3).padStart(9)} ${of}`}`,
  );
}
