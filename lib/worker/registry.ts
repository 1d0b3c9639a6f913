import "server-only";
import { auditJobs } from "@/lib/audit/jobs";
import { authJobs } from "@/lib/auth/jobs";
import { batchJobs } from "@/lib/batch/jobs";
import { datasetJobs } from "@/lib/dataset/jobs";
import { draftingJobs } from "@/lib/drafting/jobs";
import { invitationJobs } from "@/lib/invitation/jobs";
import { judgeJobs } from "@/lib/judge/jobs";
import { mailJobs } from "@/lib/mail/jobs";
import { noticeJobs } from "@/lib/notice/jobs";
import { participationJobs } from "@/lib/participation/jobs";
import { prolificJobs } from "@/lib/prolific/jobs";
import type { JobHandler } from "@/lib/queue/job";
import { reportJobs } from "@/lib/report/jobs";
import { studyJobs } from "@/lib/study/jobs";
import { webhookJobs } from "@/lib/webhook/jobs";

/** All handlers of the worker, by room. */
export const handlers: readonly JobHandler[] = [
  ...auditJobs,
  ...authJobs,
  ...batchJobs,
  ...datasetJobs,
  ...draftingJobs,
  ...invitationJobs,
  ...judgeJobs,
  ...mailJobs,
  ...noticeJobs,
  ...participationJobs,
  ...prolificJobs,
  ...reportJobs,
  ...studyJobs,
  ...webhookJobs,
];

/** The schedules, in crontab notation and UTC. Names may not contain full stops. */
export const crontab = handlers
  .flatMap(({ name, schedule }) => (schedule === null ? [] : [`${schedule} ${name}`]))
  .join("\n");
