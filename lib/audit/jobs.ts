import "server-only";
import { checkAuditLog } from "@/lib/audit/check-seals";
import { checkAuditLogJob, sealAuditLogJob } from "@/lib/audit/schema/jobs";
import { sealAuditLog } from "@/lib/audit/seals";
import { pool } from "@/lib/database/db";
import { log } from "@/lib/log";
import { handle } from "@/lib/queue/job";

export const auditJobs = [
  handle(sealAuditLogJob, async () => void (await sealAuditLog()), { schedule: "*/15 * * * *" }),

  /** `countersign doctor` does the same check and gives advice. */
  handle(
    checkAuditLogJob,
    async () => {
      const { broken } = await checkAuditLog(pool);
      if (broken !== null) log("error", "audit-log-changed", { seal: broken });
    },
    { schedule: "41 2 * * *" },
  ),
];
