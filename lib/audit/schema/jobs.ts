import { job, NoPayload } from "@/lib/queue/job";

/** Seals new entries of the audit log. */
export const sealAuditLogJob = job("audit-seal", NoPayload);

/** Compares the whole audit log with its seals. */
export const checkAuditLogJob = job("audit-check", NoPayload);
