import { z } from "zod";
import { OutputProfile } from "@/lib/drafting/schema";
import { ItemAblation, SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import { Sampling } from "@/lib/llm/schema";

export const ProvenanceCall = z.object({
  id: z.string(),
  key: z.string(),
  attempt: z.number(),
  cached: z.boolean(),
  template: z.object({
    id: z.string(),
    version: z.string(),
    hash: z.string(),
  }),
  repairedPrompt: z.boolean(),
  order: z.string().nullable(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
    }),
  ),
  schema: z.unknown(),
  model: z.object({
    requested: z.string(),
    returned: z.string().nullable(),
  }),
  base: z.string(),
  samplingRequested: Sampling,
  samplingSent: Sampling.partial().nullable(),
  samplingDropped: z.array(z.string()),
  text: z.string().nullable(),
  reasoning: z.string().nullable(),
  finishReason: z.string().nullable(),
  refusal: z.boolean(),
  /** Null: it was parsed. */
  parseCode: z.string().nullable(),
  parsed: z.unknown(),
  flags: z.array(z.string()),
  usage: z.record(z.string(), z.number()).nullable(),
  costMicros: z.number().nullable(),
  currency: z.string(),
  latencyMs: z.number().nullable(),
  httpAttempts: z.array(z.unknown()),
  requestId: z.string().nullable(),
  systemFingerprint: z.string().nullable(),
  at: z.date(),
});
export type ProvenanceCall = z.infer<typeof ProvenanceCall>;

/** The provenance of one draft: everything between method and value. */
export const Provenance = z.object({
  method: z.object({
    id: z.string(),
    version: z.string(),
    title: z.string().nullable(),
    profile: OutputProfile,
  }),
  params: z.record(z.string(), z.unknown()),
  run: z.object({
    id: z.string(),
    name: z.string(),
  }),
  flags: z.array(z.string()),
  /** Why there is no value. */
  undecided: z.string().nullable(),
  votes: z.array(z.unknown()).nullable(),
  /** Why the checklist was used, or was not; null for methods that do not choose. */
  selective: SelectiveChoice.nullable(),
  /** The verdict without each item of the checklist; null for methods that leave none out. */
  ablations: z.array(ItemAblation.extend({ text: z.string() })).nullable(),
  calls: z.array(ProvenanceCall),
});
export type Provenance = z.infer<typeof Provenance>;
