import { z } from "zod";
import { Email } from "@/lib/auth/schema";

/** A person's role in a project. */
export const Role = z.enum(["annotator", "researcher", "admin"]);
export type Role = z.infer<typeof Role>;

/** The rule for the judgements and texts of an erased person. */
export const OnErasure = z.enum(["keep", "remove"]);
export type OnErasure = z.infer<typeof OnErasure>;

const ProjectName = z
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
  /** The caller's role; a site admin counts as admin. */
  role: Role,
});
export type ProjectView = z.infer<typeof ProjectView>;

/** A member of a project, as its admins see them. */
export interface MemberView {
  id: string;
  userId: string;
  name: string;
  /** Null for participants of a crowd link. */
  email: string | null;
  role: Role;
  /** The person's name in judgements and exports. */
  pseudonym: string;
  disabled: boolean;
  /** The account itself is disabled, in all projects. */
  accountDisabled: boolean;
  /** Has not chosen a password yet, nor signed in through the identity provider. */
  pending: boolean;
  /**
   * True if this project created the account, by an invitation: only then its admins can create password
   * links.
   */
  createdHere: boolean;
  createdAt: Date;
}
