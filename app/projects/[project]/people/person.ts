import type { Role } from "@/lib/project/schema";

/** A member of a project, as the table of people shows them. */
export interface Person {
  id: string;
  userId: string;
  name: string;
  email: string | null;
  role: Role;
  pseudonym: string;
  disabled: boolean;
  accountDisabled: boolean;
  pending: boolean;
  createdHere: boolean;
  since: string;
  open: number;
  submitted: number;
  available: number;
  lastAt: string | null;
}
