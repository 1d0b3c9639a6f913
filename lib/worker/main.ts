import "server-only";
import { type LogFunctionFactory, Logger, run } from "graphile-worker";
import { disconnect } from "@/lib/db";
import { env } from "@/lib/env";
import { crontab, type Task, tasks } from "@/lib/worker/tasks";

/** Only what somebody must know. Payloads are never logged: they may hold people's texts. */
const warnings: LogFunctionFactory = () => (level, message) => {
  if (level === "error" || level === "warning") console.error(message);
};

/** Each checks its own payload, so that any will do here. */
const taskList: Record<string, Task> = tasks;

const runner = await run({
  connectionString: env().DATABASE_URL,
  taskList,
  crontab,
  concurrency: 4,
  noHandleSignals: true,
  logger: new Logger(warnings),
});

let stopping = false;

/** Jobs that are running get time to finish; what does not is taken up again by the next worker. */
async function stop() {
  if (stopping) return;
  stopping = true;
  await runner.stop();
  await disconnect();
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
// Whoever started this process has gone.
process.on("disconnect", stop);
process.send?.("ready");

await runner.promise;
