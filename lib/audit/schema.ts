import { z } from "zod";

/** Filters of the log in a URL. Days are in UTC, both ends included. */
export const AuditQuery = z.strictObject({
  action: z.string().max(100).optional(),
  /** An account's id, or `system`. */
  person: z.union([z.uuid(), z.literal("system")]).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Entries older than this one. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** The actor of an entry. The name is looked up for display: the log contains only ids. */
export type AuditPerson = { id: string | null; name: string };

export interface AuditEntry {
  id: string;
  at: string;
  who: AuditPerson;
  action: string;
  project: { id: string; name: string | null } | null;
  subject: { type: string; id: string; name: string | null };
  detail: string;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
  /** Values of the filter. */
  actions: string[];
  people: AuditPerson[];
}
