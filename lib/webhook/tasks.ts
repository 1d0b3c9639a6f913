import "server-only";
import type { JobHelpers } from "graphile-worker";
import { deliverDue, resumeDeliveries } from "@/lib/webhook/data/deliver";

/** One process sends once, however many jobs it is given for it: a receiver that hangs holds up one of them. */
let working = false;

/** What the worker does for webhooks. */
export const webhookTasks = {
  /** Sends what is due. */
  async "webhook-work"(_payload: unknown, helpers: JobHelpers): Promise<void> {
    if (working) return;
    working = true;
    try {
      await deliverDue({ signal: helpers.abortSignal });
    } finally {
      working = false;
    }
  },
  /** Sees to what nobody was woken for. */
  async "webhook-resume"(_payload: unknown): Promise<void> {
    await resumeDeliveries();
  },
};

/** Once a minute: for what is due later, and for what was left when a worker died. */
export const webhookCrontab = "* * * * * webhook-resume";
