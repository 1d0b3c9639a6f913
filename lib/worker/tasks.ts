import "server-only";
import type { JobHelpers } from "graphile-worker";
import { auditCrontab, auditTasks } from "@/lib/audit/tasks";
import { authCrontab, authTasks } from "@/lib/auth/tasks";
import { batchCrontab, batchTasks } from "@/lib/batch/tasks";
import { datasetCrontab, datasetTasks } from "@/lib/dataset/tasks";
import { draftingCrontab, draftingTasks } from "@/lib/drafting/tasks";
import { participationCrontab, participationTasks } from "@/lib/participation/tasks";
import { reportTasks } from "@/lib/report/tasks";
import { studyCrontab, studyTasks } from "@/lib/study/tasks";
import { webhookCrontab, webhookTasks } from "@/lib/webhook/tasks";

/**
 * Work the worker does. A task may run more than once (a worker can die after the effect and before the
 * job is marked as done), so its effect must be the same the second time. It checks its payload itself:
 * what lies in a queue was written by an earlier version of the program.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of tasks with different payloads has no other type
export type Task<Payload = any> = (payload: Payload, helpers: JobHelpers) => Promise<void>;

/** Every task by name: each noun's `tasks.ts` is spread into this list. */
export const tasks = {
  ...auditTasks,
  ...authTasks,
  ...batchTasks,
  ...datasetTasks,
  ...draftingTasks,
  ...participationTasks,
  ...reportTasks,
  ...webhookTasks,
  ...studyTasks,
} satisfies Record<string, Task>;

/** What runs by the clock, in crontab notation and UTC. It takes no full stops in names. */
export const crontab = [
  auditCrontab,
  authCrontab,
  batchCrontab,
  datasetCrontab,
  draftingCrontab,
  participationCrontab,
  webhookCrontab,
  studyCrontab,
].join("\n");
