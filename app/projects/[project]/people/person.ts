import type { MemberView } from "@/lib/project/schema";

/** A member as shown in the table, with their work, and times as text. */
export interface Person extends Omit<MemberView, "createdAt"> {
  since: string;
  open: number;
  submitted: number;
  available: number;
  lastAt: string | null;
}
