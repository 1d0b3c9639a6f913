import { z } from "zod";
import { LinkToken } from "@/lib/auth/schema";
import { Language } from "@/lib/i18n/schema";

const Name = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(120, { error: "must have at most 120 characters" });

/** The name of a URL parameter. */
const Parameter = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.~-]{1,60}$/, { error: "may have letters, digits and . _ ~ - only" });

const Quota = z.int({ error: "is no whole number" }).min(1, { error: "must be at least 1" }).max(100_000);

/** The address participants go to when they are done. */
const CompletionUrl = z
  .url({ protocol: /^https$/, error: "is no address that begins with https://" })
  .max(2000);

const light = {
  name: Name,
  /** Maximum number of people: those at work and those who completed it. */
  quota: Quota,
  expiresAt: z.coerce.date().nullable(),
};

export const CreateParticipationLink = z
  .strictObject({
    ...light,
    expiresAt: light.expiresAt.default(null),
    /** Number of assignments per person; null for no limit. */
    share: z
      .int({ error: "is no whole number" })
      .min(1, { error: "must be at least 1" })
      .max(100_000)
      .nullable(),
    completionCode: z.string().trim().min(1).max(200).nullable().default(null),
    completionUrl: CompletionUrl.nullable().default(null),
    /** Code for people who fail the batch's exam, if any. */
    screenedCode: z.string().trim().min(1).max(200).nullable().default(null),
    screenedUrl: CompletionUrl.nullable().default(null),
    personParameter: Parameter,
    studyParameter: Parameter.nullable().default(null),
    sessionParameter: Parameter.nullable().default(null),
    /** Markdown. */
    consent: z.string().max(20_000).default(""),
  })
  .refine((link) => link.completionCode !== null || link.completionUrl !== null, {
    path: ["completionCode"],
    error: "is missing: without a code or an address nobody can prove that they are done",
  })
  .refine(
    ({ personParameter, studyParameter, sessionParameter }) => {
      const named = [personParameter, studyParameter, sessionParameter].filter((name) => name !== null);
      return new Set(named).size === named.length;
    },
    { path: ["studyParameter"], error: "must differ from the other parameters" },
  );
export type CreateParticipationLink = z.infer<typeof CreateParticipationLink>;

export const ChangeParticipationLink = z.strictObject({
  name: light.name.optional(),
  quota: light.quota.optional(),
  expiresAt: light.expiresAt.optional(),
  closed: z.boolean().optional(),
});
export type ChangeParticipationLink = z.infer<typeof ChangeParticipationLink>;

export const ParticipationLinkParams = z.strictObject({ link: z.uuid() });

/** A platform's id of a person, a study or a visit. */
export const ExternalId = z.string().trim().min(1).max(200);

export const Join = z.strictObject({
  token: LinkToken,
  person: ExternalId,
  study: ExternalId.nullable().default(null),
  session: ExternalId.nullable().default(null),
  /** The language of the page on which they read what they agree to. */
  language: Language.optional(),
});
export type Join = z.infer<typeof Join>;

/** The person who may continue in another browser. */
export const ReadmitBody = z.strictObject({ person: ExternalId });

/** The state of a participation. */
export type ParticipationState = "working" | "completed" | "left" | "screened";

export const ParticipationLinkView = z.object({
  id: z.string(),
  name: z.string(),
  /** Without the parameters a platform appends. */
  url: z.string(),
  quota: z.number(),
  share: z.number().nullable(),
  completionCode: z.string().nullable(),
  completionUrl: z.string().nullable(),
  screenedCode: z.string().nullable(),
  screenedUrl: z.string().nullable(),
  personParameter: z.string(),
  studyParameter: z.string().nullable(),
  sessionParameter: z.string().nullable(),
  consent: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  /** All who ever started. */
  started: z.number(),
  working: z.number(),
  completed: z.number(),
  /** Number of participants who left, and whose place was released. */
  left: z.number(),
  /** Number of participants who failed the exam; their place was released too. */
  screened: z.number(),
});
export type ParticipationLinkView = z.infer<typeof ParticipationLinkView>;
