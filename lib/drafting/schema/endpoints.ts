import { z } from "zod";
import { FailureKind, Provider } from "@/lib/llm/schema";

/* API schemas of endpoints, runs and the provenance of drafts. Money is in millionths. */

export const EndpointParams = z.strictObject({ endpoint: z.uuid() });

export const Name = z.string().trim().min(1, "is missing").max(120, "must have at most 120 characters");
export const Model = z.string().trim().min(1, "is missing").max(200, "must have at most 200 characters");
export const Micros = z.int().min(0).max(1e15);

const endpointFields = {
  name: Name,
  provider: Provider,
  /** The start of its paths: "https://api.example.com/v1". */
  baseUrl: z.string().min(1, "is missing").max(500),
  /** Stored sealed and never shown again, except for its last four characters. Null: no key needed. */
  apiKey: z
    .string()
    .min(8, "is too short")
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, "must consist of visible ASCII characters")
    .nullable(),
  model: Model,
  embeddingModel: Model.nullable(),
  requestsPerMinute: z.int().min(1).max(6000),
  tokensPerMinute: z.int().min(1).max(2_000_000_000).nullable(),
  concurrency: z.int().min(1).max(64),
  timeoutSeconds: z.int().min(1).max(3600),
  /** The largest answer that is read. */
  answerMegabytes: z.int().min(1).max(64),
  currency: z.string().regex(/^[A-Z]{3}$/, "is a currency's three letters, such as USD"),
  /** Total budget of the endpoint; null: only runs have limits. */
  budgetMicros: Micros.nullable(),
};

export const NewEndpoint = z.strictObject({
  ...endpointFields,
  apiKey: endpointFields.apiKey.default(null),
  embeddingModel: endpointFields.embeddingModel.default(null),
  requestsPerMinute: endpointFields.requestsPerMinute.default(60),
  tokensPerMinute: endpointFields.tokensPerMinute.default(null),
  concurrency: endpointFields.concurrency.default(4),
  timeoutSeconds: endpointFields.timeoutSeconds.default(60),
  answerMegabytes: endpointFields.answerMegabytes.default(2),
  currency: endpointFields.currency.default("USD"),
  budgetMicros: endpointFields.budgetMicros.default(null),
});
export type NewEndpoint = z.infer<typeof NewEndpoint>;

/** Missing fields stay. A key is bound to its origin: with another origin it has to be entered again. */
export const EndpointChanges = z.strictObject(endpointFields).partial();
export type EndpointChanges = z.infer<typeof EndpointChanges>;

/**
 * The price of a model from a date on, per million tokens. A second price for the same date replaces the
 * first.
 */
export const NewPrice = z.strictObject({
  model: Model,
  inputMicros: Micros,
  cachedInputMicros: Micros.nullable().default(null),
  outputMicros: Micros,
  since: z.iso.date(),
});
export type NewPrice = z.infer<typeof NewPrice>;

/** The result of testing one feature: works, does not work (with the reason), or not tested. */
export const Probe = z.strictObject({
  works: z.boolean().nullable(),
  failure: FailureKind.optional(),
});
export type Probe = z.infer<typeof Probe>;

export const EndpointTest = z.strictObject({
  at: z.iso.datetime(),
  model: z.string(),
  modelReturned: z.string().optional(),
  text: Probe,
  jsonSchema: Probe,
  temperature: Probe,
  seed: Probe,
  embedding: Probe,
  milliseconds: z.number().optional(),
});
export type EndpointTest = z.infer<typeof EndpointTest>;

/** An endpoint as shown: never its key. */
export const EndpointView = z.object({
  id: z.string(),
  name: z.string(),
  provider: Provider,
  baseUrl: z.string(),
  keyLastFour: z.string().nullable(),
  model: z.string(),
  embeddingModel: z.string().nullable(),
  requestsPerMinute: z.number(),
  tokensPerMinute: z.number().nullable(),
  concurrency: z.number(),
  timeoutSeconds: z.number(),
  answerMegabytes: z.number(),
  currency: z.string(),
  budgetMicros: z.number().nullable(),
  /** By its runs and connection tests. */
  spentMicros: z.number(),
  /** The part that is not from runs. */
  testsMicros: z.number(),
  /** Settings refused by models, by model. */
  refused: z.record(z.string(), z.array(z.string())),
  /** No calls are made until then, because all failed. */
  brokenUntil: z.date().nullable(),
  /** Newest first. */
  prices: z.array(
    NewPrice.omit({ cachedInputMicros: true }).extend({
      cachedInputMicros: z.number().nullable(),
    }),
  ),
  /** Requested and not done yet when later than `test.at`. */
  testRequestedAt: z.date().nullable(),
  test: EndpointTest.nullable(),
  createdAt: z.date(),
});
export type EndpointView = z.infer<typeof EndpointView>;
