import "server-only";
import "@/lib/worker/v8-flags";
import { EventEmitter } from "node:events";
import { type LogFunctionFactory, Logger, run, type WorkerEvents } from "graphile-worker";
import { disconnect } from "@/lib/database/db";
import { BadEnvironment, env } from "@/lib/env";
import { startHeartbeat } from "@/lib/installation/heartbeat";
import { aboutError, log } from "@/lib/log";
import { stopIdle } from "@/lib/report/computation/report-process-client";
import { crontab, handlers } from "@/lib/worker/registry";

/** The queue's own messages repeat error messages; jobs are logged below, everything else by its kind. */
const warnings: LogFunctionFactory = () => (level, _message, meta) => {
  if ((level !== "error" && level !== "warning") || meta?.job) return;
  log(level, "queue", meta?.error ? aboutError(meta.error) : {});
};

const taskList = Object.fromEntries(handlers.map(({ name, run }) => [name, run]));

const events: WorkerEvents = new EventEmitter();
for (const event of ["job:success", "job:error"] as const) {
  events.on(event, (about) => {
    const { id, task_identifier: task, attempts: attempt } = about.job;
    const failure = "error" in about ? aboutError(about.error) : {};
    log(event === "job:success" ? "info" : "error", event.replace(":", "-"), {
      task,
      job: id,
      attempt,
      ...failure,
    });
  });
}
process.on("uncaughtException", (error) => {
  // The only message without personal data: what is wrong with the settings.
  if (error instanceof BadEnvironment) console.error(error.message);
  log("error", "worker-failed", aboutError(error));
  process.exit(1);
});

const heart = await startHeartbeat();

events.once("pool:create", ({ workerPool }) => void heart.setQueueName(workerPool.id));

/** Signals are handled from here on: one that arrives during the start stops it as well. */
const starting = run({
  connectionString: env().DATABASE_URL,
  taskList,
  crontab,
  concurrency: 4,
  noHandleSignals: true,
  events,
  logger: new Logger(warnings),
});

let stopping = false;

/** Gives running jobs time to finish; the next worker resumes the others. */
async function stop() {
  if (stopping) return;
  stopping = true;
  await starting.then((runner) => runner.stop());
  stopIdle();
  await heart.stop();
  await disconnect();
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
// The process that started this one has gone.
process.on("disconnect", stop);
const runner = await starting;
// Drafts of a dead worker are resumed at once, not on schedule.
await runner.addJob("draft-resume", {}, { jobKey: "draft-resume" });
process.send?.("ready");

await runner.promise;
