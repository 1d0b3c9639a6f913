import "server-only";
import type { JobHelpers } from "graphile-worker";
import { z } from "zod";
import { db } from "@/lib/database/db";
import { testEndpoint } from "@/lib/drafting/data/endpoint-test";
import { forgetLeaves } from "@/lib/drafting/data/rate-limit";
import { resumeRules, runRules } from "@/lib/drafting/data/rule-runs";
import { isWork, workOnDrafts } from "@/lib/drafting/data/run-worker";
import { enqueue } from "@/lib/queue/enqueue";

const Payload = z.object({ id: z.uuid() });

/** One process works on drafts once, however many jobs it is given for it. */
let working = false;

/** What the worker does for drafts. */
export const draftingTasks = {
  /** Works on every running run until nothing is left that can be done now. */
  async "draft-work"(_payload: unknown, helpers: JobHelpers): Promise<void> {
    if (working) return;
    working = true;
    try {
      await workOnDrafts({ signal: helpers.abortSignal });
    } finally {
      working = false;
    }
  },
  /** Wakes as many workers as there are, when there is something to do. */
  async "draft-resume"(_payload: unknown): Promise<void> {
    await forgetLeaves();
    if (!(await isWork())) return;
    await db.$transaction(async (tx) => {
      const [{ n } = { n: 1 }] = await tx.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS "n" FROM "Worker" WHERE "seenAt" > now() - interval '1 minute'`;
      for (let i = 0; i < Math.max(1, n); i++)
        await enqueue(tx, "draft-work", {}, { key: `draft-work:${i}` });
    });
  },
  /** Tries an endpoint's connection. */
  async "endpoint-test"(payload: { id: string }): Promise<void> {
    await testEndpoint(Payload.parse(payload).id);
  },
  /** Takes a walk of the rules over a dataset to its end. */
  async "rules-run"(payload: { id: string }, helpers: JobHelpers): Promise<void> {
    await runRules(Payload.parse(payload).id, { signal: helpers.abortSignal });
  },
  /** Takes up again a walk that died with its worker. */
  async "rules-resume"(_payload: unknown): Promise<void> {
    await resumeRules();
  },
};

/** Once a minute, because the queue itself waits hours for a worker that was killed. */
export const draftingCrontab = "* * * * * draft-resume\n* * * * * rules-resume";
