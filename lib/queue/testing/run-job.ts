import type { JobHelpers } from "graphile-worker";
import type { Job, JobHandler } from "@/lib/queue/job";

/** Runs a job as the worker would, without the queue. */
export async function runJob<Payload>(
  handlers: readonly JobHandler[],
  { name }: Job<Payload>,
  payload: Payload,
) {
  const handler = handlers.find((one) => one.name === name);
  if (!handler) throw new Error(`nothing handles ${name}`);
  await handler.run(payload, { abortSignal: undefined } as unknown as JobHelpers);
}
