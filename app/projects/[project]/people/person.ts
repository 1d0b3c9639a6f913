import type { MemberView } from "@/lib/project/schema";

/** A member of a project, as the table of people shows them: with their work, and times as text. */
export interface Person extends Omit<MemberView, "createdAt"> {
  since: string;
  open: number;
  submitted: number;
  available: number;
  lastAt: string | null;
}
