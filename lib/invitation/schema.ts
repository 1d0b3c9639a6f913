import { z } from "zod";
import { LinkToken, NewPassword, OneTimeLink, PersonName } from "@/lib/auth/schema";
import { Role } from "@/lib/project/schema";

/** Maximum number of people invited at once. */
export const MAX_INVITED = 1000;

export const InvitationParams = z.strictObject({ project: z.uuid(), invitation: z.uuid() });

export const Invite = z.strictObject({
  /** Pasted addresses, or a CSV with a header: email, name, role. */
  people: z
    .string()
    .min(1, { error: "is missing" })
    .max(400_000, { error: `is longer than ${MAX_INVITED} people can be` }),
  /** For lines without a role. */
  role: Role,
});
export type Invite = z.infer<typeof Invite>;

/** One person to invite, with the line that names them. */
export interface Invitee {
  line: number;
  email: string;
  /** May be empty. */
  name: string;
  role: Role;
}

/** Why a line cannot become an invitation. */
export interface LineProblem {
  line: number;
  /** The line's text. */
  text: string;
  message: string;
}

export const UseInvitation = z.strictObject({ token: LinkToken, name: PersonName, password: NewPassword });
export const AcceptInvitation = z.strictObject({ token: LinkToken });

/** An invitation when it is created, the only time that its link is known. */
export const Invited = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  ...OneTimeLink.shape,
});
export type Invited = z.infer<typeof Invited>;

export const InvitationView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type InvitationView = z.infer<typeof InvitationView>;
