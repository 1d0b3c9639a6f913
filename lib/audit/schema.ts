import { z } from "zod";

/** What narrows the log down, as it stands in an address. Days are of UTC, and both ends are included. */
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

/** Who did something. The name is read when the entry is shown: the log itself holds none. */
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
  /** Where the next page begins; null at the end. */
  next: string | null;
  /** What can be chosen between. */
  actions: string[];
  people: AuditPerson[];
}
