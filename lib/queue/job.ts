import type { JobHelpers } from "graphile-worker";
import { z } from "zod";

/**
 * A kind of background work: its name in the queue and the schema of its payload, declared by the room it is
 * about.
 */
export interface Job<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

export const job = <Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> => ({ name, payload });

/** The payload of a job about one record. */
export const OneRecord = z.object({ id: z.uuid() });

/** The payload of a job that needs none. */
export const NoPayload = z.object({});

/** The function that does a job, and its schedule. */
export interface JobHandler {
  readonly name: string;
  /** In crontab notation and UTC; null for a job that runs only when enqueued. */
  readonly schedule: string | null;
  run(payload: unknown, helpers: JobHelpers): Promise<void>;
}

/**
 * Binds a job to the function that does it. A job may run more than once (a worker can die after the effect
 * and before the job is marked as done), so it must be idempotent. The payload is parsed before `run` gets
 * it: the row may have been written by an earlier version of the program.
 */
export function handle<Payload>(
  { name, payload: shape }: Job<Payload>,
  run: (payload: Payload, helpers: JobHelpers) => Promise<void>,
  { schedule = null }: { schedule?: string | null } = {},
): JobHandler {
  return { name, schedule, run: async (payload, helpers) => run(shape.parse(payload), helpers) };
}
