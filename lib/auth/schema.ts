import { z } from "zod";
import { PasskeyAssertion } from "@/lib/auth/schema/passkeys";
import { Language } from "@/lib/i18n/schema";
import { OwnKeys } from "@/lib/shortcuts/schema";

/** An e-mail address as stored: lower case, trimmed. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "is too long for an e-mail address" })
  .pipe(z.email({ error: "is no e-mail address" }));

/** A new password. Only its length is checked. */
export const NewPassword = z
  .string()
  .min(12, { error: "must have at least 12 characters" })
  .max(200, { error: "must have at most 200 characters" });

/** An entered password: its form is not checked, only its length. */
const EnteredPassword = z.string().min(1, { error: "is missing" }).max(1000, { error: "is too long" });

/** A person's name. */
export const PersonName = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(120, { error: "must have at most 120 characters" });

/** The secret part of a one-time link. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/);

/** A code of an authenticator app, or a recovery code. */
const EnteredCode = z.string().trim().min(1, { error: "is missing" }).max(40, { error: "is too long" });

export const SignInBody = z.strictObject({
  email: z.string().max(320),
  password: EnteredPassword,
  code: EnteredCode.optional(),
  /** In JSON, because sign-in with a password takes texts only. */
  passkey: z
    .string()
    .max(40_000)
    .transform((text, context) => {
      const answer = PasskeyAssertion.safeParse(parsed(text));
      if (answer.success) return answer.data;
      context.addIssue("is no passkey");
      return z.NEVER;
    })
    .optional(),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Proof that the person at a signed-in browser owns the account: a passkey, a code of the app or a recovery code; the
 * password if the account has neither.
 */
export const Confirmation = z
  .strictObject({
    password: EnteredPassword.optional(),
    code: EnteredCode.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((proof) => Object.values(proof).filter((one) => one !== undefined).length === 1, {
    error: "is a password, a code or a passkey",
  });
export type Confirmation = z.infer<typeof Confirmation>;

export const SecondFactorPassword = z.strictObject({ password: EnteredPassword });
export const SecondFactorCode = z.strictObject({ code: EnteredCode });

/** The secret for an authenticator app. */
export const SecondFactorSetup = z.object({
  /** For the camera of an authenticator app: otpauth://… */
  address: z.string(),
  /** The same secret to be typed. */
  secret: z.string(),
});
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const ChangePasswordBody = z.strictObject({
  current: EnteredPassword,
  password: NewPassword,
  /** True if API tokens end as well. */
  revokeTokens: z.boolean().default(true),
});
export type ChangePasswordBody = z.input<typeof ChangePasswordBody>;

/** Signing out everywhere; `tokens` says if API tokens end as well. */
export const EndSessions = z.strictObject({
  tokens: z.enum(["revoke", "keep"]).default("keep"),
});

/** Fields to change; missing ones stay. A language of null means the browser's. */
export const ChangeAccount = z
  .strictObject({
    name: PersonName.optional(),
    language: Language.nullable().optional(),
    keys: OwnKeys.optional(),
    showsTour: z.boolean().optional(),
    showsFirstSteps: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: "says nothing to change" });
export type ChangeAccount = z.infer<typeof ChangeAccount>;

/** Scopes of an API token: reading, changing, and exporting studies. */
export const TOKEN_SCOPES = ["read", "write", "export"] as const;
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

export const CreateToken = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "is missing" })
    .max(80, { error: "must have at most 80 characters" }),
  /** Days until it expires. */
  days: z.int().min(1).max(366).default(90),
  /** Its scopes; all by default. */
  scopes: z
    .array(TokenScope)
    .min(1, { error: "needs at least one" })
    .max(3)
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope)))
    .default([...TOKEN_SCOPES]),
  /** The only project it can access; null for all projects of its owner. */
  project: z.uuid().nullable().default(null),
});

export const UseFirstAdminLink = z.strictObject({
  token: LinkToken,
  email: Email,
  name: PersonName,
  password: NewPassword,
});

export const ForgottenPassword = z.strictObject({ email: Email });

export const UseSetPasswordLink = z.strictObject({ token: LinkToken, password: NewPassword });

export const UserParams = z.strictObject({ user: z.uuid() });

export const CreateUser = z
  .strictObject({
    email: Email,
    name: PersonName,
    siteAdmin: z.boolean().default(false),
    /** Adds the new account to this project, with this role. */
    project: z.uuid().optional(),
    role: z.enum(["annotator", "researcher", "admin"]).optional(),
  })
  .refine(({ project, role }) => (project === undefined) === (role === undefined), {
    error: "project and role belong together",
  });
export type CreateUser = z.infer<typeof CreateUser>;

export const ChangeUser = z.strictObject({
  siteAdmin: z.boolean().optional(),
  disabled: z.boolean().optional(),
});
export type ChangeUser = z.infer<typeof ChangeUser>;

// ---------------------------------------------------------------- the user's own account

export const AccountView = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  siteAdmin: z.boolean(),
  /** Language for annotating; null for the browser's. */
  language: Language.nullable(),
  /** Custom keyboard shortcuts of the workbench. */
  keys: OwnKeys,
  /** True if the next assignment begins with the tour of the workbench. */
  showsTour: z.boolean(),
  /** True if new projects that the user administers list what to do first. */
  showsFirstSteps: z.boolean(),
});
export type AccountView = z.infer<typeof AccountView>;

/** The guides that a newcomer still sees. */
export type Guides = Pick<AccountView, "showsTour" | "showsFirstSteps">;

// ---------------------------------------------------------------- links that work once

export const OneTimeLink = z.object({
  /** The complete address; its last part is not stored anywhere. */
  url: z.string(),
  expiresAt: z.date(),
  /** True if it was sent to the person's address as well. */
  mailed: z.boolean(),
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

// ---------------------------------------------------------------- all accounts

export const UserView = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  siteAdmin: z.boolean(),
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** Has not chosen a password yet, nor signed in through the identity provider. */
  pending: z.boolean(),
  /** Uses an authenticator app or passkeys beside the password. */
  secondFactor: z.boolean(),
  /** Number of projects they belong to. */
  projects: z.number(),
  /** The last request of any session still stored. */
  lastSeenAt: z.date().nullable(),
});
export type UserView = z.infer<typeof UserView>;

// ---------------------------------------------------------------- sessions and tokens

export const SessionView = z.object({
  id: z.string(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

export const TokenView = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(TokenScope),
  /** The only project it can access; null for all of its owner's. */
  project: z
    .object({
      id: z.string(),
      name: z.string(),
    })
    .nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  expiresAt: z.date(),
});
export type TokenView = z.infer<typeof TokenView>;
