import { z } from "zod";

/** Seconds without heartbeat after which a worker counts as gone. */
export const LATE_SECONDS = 60;

/**
 * The parts that an installation needs. Without a worker it responds, but imports, reports and leases wait.
 */
export const HealthPart = z.enum(["database", "migrations", "saving", "worker"]);
export type HealthPart = z.infer<typeof HealthPart>;

export const Health = z.object({
  /**
   * True if this server can work: the database responds, accepts changes and has the tables this program
   * needs.
   */
  ok: z.boolean(),
  /** The parts that do not work. */
  missing: z.array(HealthPart),
  /** Number of migrations the database lacks; null when it does not respond. */
  pendingMigrations: z.number().nullable(),
  /**
   * The last heartbeat of any worker; null when there was none. Without a worker, imports and reports wait.
   */
  worker: z.object({
    alive: z.boolean(),
    secondsAgo: z.number().nullable(),
  }),
});
export type Health = z.infer<typeof Health>;
