import { z } from "zod";

/** Amounts are in the smallest unit of Prolific's currency: pence, cents. */
const Amount = z.int({ error: "is no whole number of pence or cents" }).min(1).max(1_000_000);

/** From the browser, one per opened dialog: a repeated key is the same action. */
const Key = z.uuid();

export const ProlificToken = z.strictObject({
  token: z
    .string()
    .trim()
    .min(20, { error: "is shorter than Prolific's tokens" })
    .max(500)
    .regex(/^[\x21-\x7e]+$/, { error: "has spaces or other characters that no token has" }),
});

/** A project's connection as admins see it: never the token. */
export const ProlificConnectionView = z.object({
  tokenLastFour: z.string(),
  createdAt: z.date(),
  /** Null until the token was tested. */
  checkedAt: z.date().nullable(),
  currency: z.string().nullable(),
  /** Why the token does not work, in Prolific's words. */
  problem: z.string().nullable(),
});
export type ProlificConnectionView = z.infer<typeof ProlificConnectionView>;

/** A study to create on Prolific. */
export const NewProlificStudy = z
  .strictObject({
    key: Key,
    name: z.string().trim().min(1, { error: "is missing" }).max(255),
    description: z.string().trim().min(1, { error: "is missing" }).max(5000),
    reward: Amount,
    places: z.int({ error: "is no whole number" }).min(1).max(10_000),
    minutes: z.int({ error: "is no whole number" }).min(1).max(1440),
    autoApprove: z.boolean().default(false),
    screenOutReward: Amount.nullable().default(null),
    screenOutPlaces: z.int({ error: "is no whole number" }).min(1).max(10_000).nullable().default(null),
  })
  .refine(
    ({ screenOutReward, screenOutPlaces }) => (screenOutReward === null) === (screenOutPlaces === null),
    {
      path: ["screenOutPlaces"],
      error: "goes together with the amount: give both or neither",
    },
  )
  .refine(({ screenOutReward, reward }) => screenOutReward === null || screenOutReward < reward, {
    path: ["screenOutReward"],
    error: "must be below the reward",
  });
export type NewProlificStudy = z.infer<typeof NewProlificStudy>;

/** Prolific's categories of rejections. */
export const RejectionCategory = z.enum([
  "TOO_QUICKLY",
  "TOO_SLOWLY",
  "FAILED_INSTRUCTIONS",
  "INCOMP_LONGITUDINAL",
  "FAILED_CHECK",
  "LOW_EFFORT",
  "MALINGERING",
  "NO_CODE",
  "BAD_CODE",
  "NO_DATA",
  "UNSUPP_DEVICE",
  "OTHER",
]);
export type RejectionCategory = z.infer<typeof RejectionCategory>;

/** Ids of submissions here. More than Prolific takes in one request are sent in parts. */
const Submissions = z
  .array(z.uuid())
  .min(1)
  .max(10_000)
  .refine((ids) => new Set(ids).size === ids.length, { error: "must not repeat a submission" });

export const NewProlificAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("publish"), key: Key }),
  z.strictObject({ kind: z.literal("approve"), key: Key, submissions: Submissions }),
  z.strictObject({ kind: z.literal("screen_out"), key: Key, submissions: Submissions.max(1) }),
  z.strictObject({
    kind: z.literal("request_return"),
    key: Key,
    submissions: Submissions.max(1),
    reason: z.string().trim().min(1, { error: "is missing" }).max(500),
  }),
  z.strictObject({
    kind: z.literal("reject"),
    key: Key,
    submissions: Submissions.max(1),
    category: RejectionCategory,
    message: z
      .string()
      .trim()
      .min(100, { error: "must have at least 100 characters: Prolific asks for that" })
      .max(2000),
  }),
  z.strictObject({
    kind: z.literal("bonus"),
    key: Key,
    submissions: Submissions,
    amount: Amount,
    /** The total that the person confirmed: the amount times the number of submissions. */
    total: z.int().min(1),
  }),
]);
export type NewProlificAction = z.infer<typeof NewProlificAction>;

/** Stored details of a rejection, and of a requested return. */
export const RejectionDetail = z.object({ category: z.string(), message: z.string() });
export const ReturnDetail = z.object({ reason: z.string() });

export const ProlificActionParams = z.strictObject({ link: z.uuid(), action: z.uuid() });

/** An admin's finding on Prolific about a bonus that ended without an answer: paid or not. */
export const ResolveProlificAction = z.strictObject({ paid: z.boolean() });

const ActionKind = z.enum([
  "create",
  "publish",
  "approve",
  "request_return",
  "reject",
  "screen_out",
  "bonus",
]);
export type ActionKind = z.infer<typeof ActionKind>;

const ActionState = z.enum(["pending", "sending", "unclear", "done", "refused"]);

const ProlificActionView = z.object({
  id: z.string(),
  kind: ActionKind,
  state: ActionState,
  amount: z.number().nullable(),
  /** With Prolific's fees, once Prolific has said so. */
  total: z.number().nullable(),
  problem: z.string().nullable(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
  submissions: z.array(z.string()),
});

const ProlificSubmissionView = z.object({
  id: z.string(),
  externalId: z.string(),
  /** The pseudonym; null when they never opened the link. */
  code: z.string().nullable(),
  /** Prolific's word. */
  status: z.string(),
  startedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  returnRequestedAt: z.date().nullable(),
  bonus: z.number(),
  /** True while an action on it is unfinished. */
  busy: z.boolean(),
});

export const ProlificStudyView = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  reward: z.number(),
  places: z.number(),
  minutes: z.number(),
  autoApprove: z.boolean(),
  screenOutReward: z.number().nullable(),
  screenOutPlaces: z.number().nullable(),
  /** True if an admin can screen out: participants have no code of their own for it. */
  canScreenOut: z.boolean(),
  status: z.string().nullable(),
  currency: z.string().nullable(),
  placesTaken: z.number().nullable(),
  totalCost: z.number().nullable(),
  fetchedAt: z.date().nullable(),
  fetchProblem: z.string().nullable(),
  /** True while statuses are being fetched. */
  fetching: z.boolean(),
  /** The amounts that approved submissions, screened-out ones and bonuses come to, without Prolific's fees. */
  spent: z.object({ rewards: z.number(), screenOuts: z.number(), bonuses: z.number() }),
  submissions: z.array(ProlificSubmissionView),
  /** Newest first. */
  actions: z.array(ProlificActionView),
});
export type ProlificStudyView = z.infer<typeof ProlificStudyView>;
