import "server-only";
import { checkAuditLog } from "@/lib/audit/check";
import { sealAuditLog } from "@/lib/audit/seals";
import { pool } from "@/lib/database/db";
import { log } from "@/lib/log";

export const auditTasks = {
  /** Seals what was added to the audit log. */
  async "audit-seal"(_payload: unknown): Promise<void> {
    await sealAuditLog();
  },

  /** Compares the whole log with its seals; `countersign doctor` does the same and says what to do. */
  async "audit-check"(_payload: unknown): Promise<void> {
    const { broken } = await checkAuditLog(pool);
    if (broken !== null) log("error", "audit-log-changed", { seal: broken });
  },
};

export const auditCrontab = `*/15 * * * * audit-seal
41 2 * * * audit-check`;
