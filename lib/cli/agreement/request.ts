import { z } from "zod";
import { LARGEST_RATING } from "@/lib/agreement/largest-rating";

const Quantity = z.number().min(-LARGEST_RATING).max(LARGEST_RATING);
const Value = z.union([z.string(), Quantity, z.boolean()]);
const Cell = Value.nullable();

/** A request about a dataset: a metric, with level and other parameters where they matter. */
export const AgreementRequest = z.object({
  name: z.string().optional(),
  dataset: z.string(),
  metric: z.string(),
  level: z.enum(["nominal", "ordinal", "interval", "ratio"]).optional(),
  params: z
    .object({
      variant: z.string().optional(),
      weights: z.enum(["none", "linear", "quadratic"]).optional(),
      missing: z.enum(["complete", "available"]).optional(),
      raters: z.tuple([z.number(), z.number()]).optional(),
      gold: z.number().optional(),
      predicted: z.number().optional(),
      average: z.enum(["binary", "macro", "micro", "weighted"]).optional(),
      labels: z.array(Value).optional(),
      positive: Value.optional(),
      item: z.number().optional(),
      confidence: z.number().gt(0).lt(1).optional(),
      replicates: z.number().int().positive().optional(),
      resample: z.enum(["pairable-units", "all-units"]).optional(),
      seed: z.number().int().optional(),
      drawsRule: z.string().optional(),
    })
    .default({}),
});
export type AgreementRequest = z.infer<typeof AgreementRequest>;

/** Ratings as a rater × unit matrix, as scores of two responses, as a checklist, or generated. */
export const AgreementDataset = z.object({
  categories: z.array(Value).optional(),
  valueOrder: z.array(Value).optional(),
  matrix: z.array(z.array(Cell)).optional(),
  scores: z.array(z.record(z.string(), z.tuple([Quantity.nullable(), Quantity.nullable()]))).optional(),
  items: z.array(z.array(z.boolean().nullable())).optional(),
  weights: z.array(z.array(Quantity)).optional(),
  generator: z
    .object({
      units: z.number().int().nonnegative(),
      raters: z.number().int().nonnegative(),
      values: z.number().int().positive(),
      firstValue: z.number(),
      missingRate: z.number(),
      accuracy: z.number(),
      noise: z.enum(["adjacent", "uniform"]),
      seed: z.number(),
    })
    .optional(),
});
export type AgreementDataset = z.infer<typeof AgreementDataset>;

/** A file of datasets and requests about them. Other fields, such as expected values, are ignored. */
export const AgreementBatch = z.object({
  datasets: z.record(z.string(), AgreementDataset),
  vectors: z.array(AgreementRequest),
});
export type AgreementBatch = z.infer<typeof AgreementBatch>;
