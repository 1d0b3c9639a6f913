import { z } from "zod";
import { Language } from "@/lib/i18n/schema";
import { OwnKeys } from "@/lib/shortcuts/schema";

/** An e-mail address as it is kept: lower case, without surrounding space. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "is too long for an e-mail address" })
  .pipe(z.email({ error: "is no e-mail address" }));

/** A password somebody chooses. Length is what counts; nothing else is asked for. */
export const NewPassword = z
  .string()
  .min(12, { error: "must have at least 12 characters" })
  .max(200, { error: "must have at most 200 characters" });

/** A password somebody shows: never judged by its form, only bounded. */
export const EnteredPassword = z.string().min(1, { error: "is missing" }).max(1000, { error: "is too long" });

/** What a person is called. */
export const PersonName = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(120, { error: "must have at most 120 characters" });

/** The secret part of a one-time link. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/);

export const SignInBody = z.strictObject({ email: z.string().max(320), password: EnteredPassword });

export const ChangePasswordBody = z.strictObject({
  current: EnteredPassword,
  password: NewPassword,
  /** Whether API tokens end as well. */
  revokeTokens: z.boolean().default(true),
});
export type ChangePasswordBody = z.input<typeof ChangePasswordBody>;

/** Signing out everywhere: whether API tokens end as well. */
export const EndSessions = z.strictObject({
  tokens: z.enum(["revoke", "keep"]).default("keep"),
});

/** What is not named stays as it is. A language of null is the browser's. */
export const ChangeAccount = z
  .strictObject({
    name: PersonName.optional(),
    language: Language.nullable().optional(),
    keys: OwnKeys.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: "says nothing to change" });
export type ChangeAccount = z.infer<typeof ChangeAccount>;

/** What an API token may be used for: to read, to change, and to take studies along. */
export const TOKEN_SCOPES = ["read", "write", "export"] as const;
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

export const CreateToken = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "is missing" })
    .max(80, { error: "must have at most 80 characters" }),
  /** Days until it ends. */
  days: z.int().min(1).max(366).default(90),
  /** What it may be used for; everything unless said otherwise. */
  scopes: z
    .array(TokenScope)
    .min(1, { error: "needs at least one" })
    .max(3)
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope)))
    .default([...TOKEN_SCOPES]),
  /** The only project it reaches: the others are not there for it. Null for every project of one's own. */
  project: z.uuid().nullable().default(null),
});

export const UseFirstAdminLink = z.strictObject({
  token: LinkToken,
  email: Email,
  name: PersonName,
  password: NewPassword,
});

export const UseSetPasswordLink = z.strictObject({ token: LinkToken, password: NewPassword });

export const UserParams = z.strictObject({ user: z.uuid() });

export const CreateUser = z
  .strictObject({
    email: Email,
    name: PersonName,
    siteAdmin: z.boolean().default(false),
    /** Takes the new account into this project, with this role. */
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

// ---------------------------------------------------------------- one's own account

export const AccountView = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  siteAdmin: z.boolean(),
  /** In which language they annotate; null for their browser's. */
  language: Language.nullable(),
  /** Their own keys of the workbench. */
  keys: OwnKeys,
});
export type AccountView = z.infer<typeof AccountView>;

// ---------------------------------------------------------------- links that work once

export const Link = z.object({
  /** The whole address; its last part is kept nowhere else. */
  url: z.string(),
  expiresAt: z.date(),
});
export type Link = z.infer<typeof Link>;

// ---------------------------------------------------------------- everybody's accounts

export const UserView = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  siteAdmin: z.boolean(),
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** Has not chosen a password yet. */
  pending: z.boolean(),
  /** How many projects they are in. */
  projects: z.number(),
  /** The last request of any session that is still remembered. */
  lastSeenAt: z.date().nullable(),
});
export type UserView = z.infer<typeof UserView>;
