import { z } from "zod";
import { Email } from "@/lib/auth/schema";

/** What a person is in a project. */
export const Role = z.enum(["annotator", "researcher", "admin"]);
export type Role = z.infer<typeof Role>;

/** What becomes of the judgements and texts of somebody who is erased. */
export const OnErasure = z.enum(["keep", "remove"]);
export type OnErasure = z.infer<typeof OnErasure>;

export const ProjectName = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(120, { error: "must have at most 120 characters" });

const Description = z.string().trim().max(2000, { error: "must have at most 2000 characters" });

export const ProjectParams = z.strictObject({ project: z.uuid() });

export const CreateProject = z.strictObject({ name: ProjectName, description: Description.default("") });

export const ChangeProject = z.strictObject({
  name: ProjectName.optional(),
  description: Description.optional(),
  archived: z.boolean().optional(),
  onErasure: OnErasure.optional(),
});
export type ChangeProject = z.infer<typeof ChangeProject>;

export const MembershipParams = z.strictObject({ project: z.uuid(), membership: z.uuid() });

export const AddMember = z.strictObject({ email: Email, role: Role });
export type AddMember = z.infer<typeof AddMember>;

export const ChangeMember = z.strictObject({ role: Role.optional(), disabled: z.boolean().optional() });
export type ChangeMember = z.infer<typeof ChangeMember>;

export const ProjectView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sample: z.boolean(),
  archivedAt: z.date().nullable(),
  createdAt: z.date(),
  onErasure: OnErasure,
  /** What the asker is in it; a site admin counts as admin. */
  role: Role,
});
export type ProjectView = z.infer<typeof ProjectView>;

/** A member of a project, as its admins see them. */
export interface MemberView {
  id: string;
  userId: string;
  name: string;
  /** Null for somebody who came through a participation link. */
  email: string | null;
  role: Role;
  /** What judgements and exports call this person. */
  pseudonym: string;
  disabled: boolean;
  /** The account itself is disabled, in every project. */
  accountDisabled: boolean;
  /** Has not chosen a password yet. */
  pending: boolean;
  /** Whether this project made the account, by an invitation: only then its admins make links to choose a password. */
  createdHere: boolean;
  createdAt: Date;
}
