import "server-only";
import { db } from "@/lib/database/db";
import { testEndpoint } from "@/lib/drafting/data/endpoint-test";
import { deleteExpiredPermits } from "@/lib/drafting/data/rate-limit";
import { resumeRules, runRules } from "@/lib/drafting/data/rule-runs";
import { isWork, workOnDrafts } from "@/lib/drafting/data/run-worker";
import {
  draftResumeJob,
  draftWorkJob,
  endpointTestJob,
  rulesResumeJob,
  rulesRunJob,
} from "@/lib/drafting/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { handle } from "@/lib/queue/job";

/** A process works on drafts once at a time, however many jobs it gets. */
let working = false;

async function work({ signal }: { signal: AbortSignal | undefined }): Promise<void> {
  if (working) return;
  working = true;
  try {
    await workOnDrafts({ signal });
  } finally {
    working = false;
  }
}

async function wakeWorkers(): Promise<void> {
  await deleteExpiredPermits();
  if (!(await isWork())) return;
  await db.$transaction(async (tx) => {
    const [{ n } = { n: 1 }] = await tx.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS "n" FROM "Worker" WHERE "seenAt" > now() - interval '1 minute'`;
    for (let i = 0; i < Math.max(1, n); i++) await enqueue(tx, draftWorkJob, {}, { key: `draft-work:${i}` });
  });
}

export const draftingJobs = [
  handle(draftWorkJob, (_, { abortSignal }) => work({ signal: abortSignal })),
  handle(endpointTestJob, async ({ id }) => void (await testEndpoint(id))),
  handle(rulesRunJob, async ({ id }, { abortSignal }) => void (await runRules(id, { signal: abortSignal }))),

  /** Every minute, because the queue itself waits hours for a killed worker. */
  handle(draftResumeJob, wakeWorkers, { schedule: "* * * * *" }),
  handle(rulesResumeJob, async () => void (await resumeRules()), { schedule: "* * * * *" }),
];
