import { z } from "zod";

/** A sampling of a run's answered calls, without its seed: every sample has another one. */
export const CallSampling = z.object({
  requested: z.unknown(),
  sent: z.unknown(),
  dropped: z.array(z.string()),
  /** Answered calls with this sampling; null in files of earlier versions, which name that of one call only. */
  calls: z.number().nullable(),
});
export type CallSampling = z.infer<typeof CallSampling>;

/** A run behind the drafts of a study: the header that every table of a paper comes with. */
export const RunHeader = z.object({
  run: z.string(),
  name: z.string(),
  method: z.string(),
  methodVersion: z.string(),
  /** Version of Countersign that drafted; null where the run does not say it. */
  program: z.string().nullable().default(null),
  /** Tells apart builds of one version: `git:` and a commit, or `sources:` and a hash; null where it is not known. */
  programBuild: z.string().nullable().default(null),
  profile: z.string(),
  params: z.unknown(),
  modelRequested: z.string(),
  /** Models that answered, as they named themselves. */
  modelsReturned: z.array(z.string()),
  templateHashes: z.array(z.string()),
  /** Further hashes, which are not listed. */
  templateHashesLeftOut: z.number().default(0),
  /** Different samplings, the one of most calls first: the stages of a method differ. */
  samplings: z.array(CallSampling),
  /** Further samplings, which are not listed. */
  samplingsLeftOut: z.number(),
  units: z.number(),
  failed: z.number(),
  price: z.unknown(),
  /** Null where no price is known. */
  costMicros: z.number().nullable(),
  finishedAt: z.string().nullable(),
});
export type RunHeader = z.infer<typeof RunHeader>;

/** The runs behind a study, as `runs.json` has them, and how many older ones are not listed. */
export const RunList = z.object({ runs: z.array(RunHeader), olderRunsLeftOut: z.number() });
export type RunList = z.infer<typeof RunList>;
