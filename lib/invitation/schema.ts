import { z } from "zod";
import { Link, LinkToken, NewPassword, PersonName } from "@/lib/auth/schema";
import { Role } from "@/lib/project/schema";

/** How many people can be invited at once. */
export const MAX_INVITED = 1000;

export const InvitationParams = z.strictObject({ project: z.uuid(), invitation: z.uuid() });

export const Invite = z.strictObject({
  /** Addresses as they were pasted, or a CSV with a header: email, name, role. */
  people: z
    .string()
    .min(1, { error: "is missing" })
    .max(400_000, { error: `is longer than ${MAX_INVITED} people can be` }),
  /** Of everybody whose line does not say. */
  role: Role,
});
export type Invite = z.infer<typeof Invite>;

/** One person to be invited, and the line that names them. */
export interface Invitee {
  line: number;
  email: string;
  /** Empty when nothing was said. */
  name: string;
  role: Role;
}

/** Why a line cannot become an invitation. */
export interface LineProblem {
  line: number;
  /** What stands there. */
  text: string;
  message: string;
}

export const UseInvitation = z.strictObject({ token: LinkToken, name: PersonName, password: NewPassword });
export const AcceptInvitation = z.strictObject({ token: LinkToken });

/** An invitation at the only moment at which its link is known. */
export const Invited = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  ...Link.shape,
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
