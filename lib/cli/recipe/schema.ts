import { z } from "zod";
import { ArmDesign } from "@/lib/batch/schema";
import { Exposure } from "@/lib/judgement/schema";
import { PresetId, Steps, TaxonomyId } from "@/lib/protocol/schema";
import { PAPERS } from "@/lib/report/rules/papers/registry";

/** One run of a recipe: a method on everything in the study that has what it needs. */
const RecipeStep = z.strictObject({
  method: z.string().min(1),
  params: z.record(z.string(), z.unknown()).default({}),
  /**
   * Judges by rubrics of this method only; rubrics from the recipe come before those of the study. Null: only by those that
   * name neither a method nor a model, which people wrote or imported.
   */
  rubricMethod: z.string().nullable().optional(),
  /** Needed where rubrics of several models fit equally, and no earlier step writes one. */
  rubricModel: z.string().optional(),
  /** Compares responses of these two models alone. */
  pair: z.tuple([z.string(), z.string()]).optional(),
  /** The task as a whole, in the words of an expert. */
  description: z.string().optional(),
  /** True: a study without what the method needs goes on with the next step. */
  optional: z.boolean().default(false),
});
export type RecipeStep = z.infer<typeof RecipeStep>;

const Raters = z.int().min(1).max(50);
const OwnSteps = Steps.min(1, "must have a step");

/** An arm of a batch: what it leaves out is the batch's. */
const RecipeArm = z.strictObject({
  name: ArmDesign.shape.name,
  preset: PresetId.optional(),
  raters: Raters.optional(),
  exposure: Exposure.optional(),
  taxonomy: TaxonomyId.optional(),
  steps: OwnSteps.optional(),
});
export type RecipeArm = z.infer<typeof RecipeArm>;

/** A batch that people judge in, as far as a paper's protocol fixes it. */
const RecipeBatch = z.strictObject({
  name: z.string().trim().min(1).max(200),
  preset: PresetId,
  /** People per subject, in each arm. */
  raters: Raters,
  /** The exposure of annotators to drafts. */
  exposure: Exposure.default("none"),
  /** The labels of a preset that labels; missing: the sixteen capabilities. */
  taxonomy: TaxonomyId.optional(),
  /** Steps of one's own, as in the body of a new batch; missing: those of the preset. */
  steps: OwnSteps.optional(),
  /** Arms with different protocols; missing: one. */
  arms: z.array(RecipeArm).min(1).max(8).optional(),
  /** A random sample of this many subjects, by tag in proportion; missing: all. */
  sample: z.int().min(1).max(1_000_000).optional(),
});
export type RecipeBatch = z.infer<typeof RecipeBatch>;

/** A whole study of a paper: its runs in order, its batches, its tables. */
export const Recipe = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must have small letters, digits and hyphens only, 60 at most"),
  title: z.string().min(1).max(200),
  description: z.string().max(2000).default(""),
  steps: z.array(RecipeStep).min(1, "must have a step").max(100),
  batches: z.array(RecipeBatch).max(20).default([]),
  /** Papers whose tables are computed at the end. */
  tables: z.array(z.enum(PAPERS.map(({ id }) => id))).default([]),
});
export type Recipe = z.infer<typeof Recipe>;
