import "server-only";
import { deliverEventsJob, resumeDeliveriesJob } from "@/lib/events/schema/jobs";
import { handle } from "@/lib/queue/job";
import { deliverDue, resumeDeliveries } from "@/lib/webhook/data/deliver";

/** A process sends once at a time, however many jobs it gets: a hanging receiver delays only one of them. */
let working = false;

async function work({ signal }: { signal: AbortSignal | undefined }): Promise<void> {
  if (working) return;
  working = true;
  try {
    await deliverDue({ signal });
  } finally {
    working = false;
  }
}

export const webhookJobs = [
  handle(deliverEventsJob, (_, { abortSignal }) => work({ signal: abortSignal })),

  /** Every minute: for later deliveries, and for what was left when a worker died. */
  handle(resumeDeliveriesJob, async () => void (await resumeDeliveries()), { schedule: "* * * * *" }),
];
