import { z } from "zod";
import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";

/** An instance as LLMBar's files have it: the number of the output that follows the instruction is its label. */
export const LlmbarInstance = z.object({
  input: z.string(),
  output_1: z.string(),
  output_2: z.string(),
  label: z.union([z.literal(1), z.literal(2)]),
});
export type LlmbarInstance = z.infer<typeof LlmbarInstance>;

/** An instruction with two outputs, one of which is known to follow it better. */
export interface Instance {
  task: TaskRecord;
  outputs: readonly [ResponseRecord, ResponseRecord];
  label: 1 | 2;
}

/** The parts of an instance, on each of which people decide. */
export const PARTS = ["instruction", "output-1", "output-2", "better-output"] as const;
export type Part = (typeof PARTS)[number];

/** The structures of LLMBar's constraints (table 15), as the tables of this study name them. */
export const STRUCTURES = [
  "exactly n words",
  "exactly n sentences",
  "last word",
  "nth words",
  "contains a character",
  "contains a word",
  "does not contain a character",
  "does not contain a word",
  "contains one character or not another",
] as const;
export type Structure = (typeof STRUCTURES)[number];

/** Outputs of one origin: a model by a method, an import's responses of a model, or the tasks' references. */
const OutputSource = z.strictObject({
  model: z.string().max(500).nullable(),
  method: z.string().max(200).nullable(),
});
export type OutputSource = z.infer<typeof OutputSource>;
export const REFERENCE: OutputSource = { model: null, method: "reference" };

const common = {
  name: z.string().trim().min(1).max(200),
  seed: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1)
    .default(42),
};
const Subset = z.string().trim().min(1).max(50);

/** The ways to make candidates from a dataset. Each makes a dataset of its own. */
export const CurationDesign = z.discriminatedUnion("from", [
  /** From existing instances: all of them or those that a panel judges wrongly, or a sample of either. */
  z.strictObject({
    from: z.literal("instances"),
    ...common,
    panel: z
      .strictObject({
        methods: z.array(z.string().max(200)).max(50),
        models: z.array(z.string().max(500)).max(50),
      })
      .nullable(),
    sample: z.int().min(1).max(100_000).nullable().default(null),
    /** Draws which output stands first. */
    mixed: z.boolean().default(false),
  }),
  /** A better and a worse output of each task; with a run of vectors the worse one answers the nearest other task. */
  z.strictObject({
    from: z.literal("outputs"),
    ...common,
    subset: Subset,
    better: OutputSource,
    worse: OutputSource,
    neighbours: z
      .strictObject({ run: z.uuid(), below: z.number().gt(-1).max(1) })
      .nullable()
      .default(null),
  }),
  /** Pairs with a demand that one output meets. */
  z.strictObject({
    from: z.literal("constraints"),
    ...common,
    structures: z.array(z.enum(STRUCTURES)).min(1),
    all: z.boolean().default(false),
  }),
  /** Instances twice: as they are, and asked for an unhelpful output. */
  z.strictObject({ from: z.literal("negation"), ...common }),
  /** Problems of addition, whose outputs are still to be written. */
  z.strictObject({
    from: z.literal("problems"),
    ...common,
    base: z.int().min(3).max(10),
    count: z.int().min(1).max(1000),
  }),
  /** Pairs of another benchmark that people compared, with their majority as gold. */
  z.strictObject({
    from: z.literal("benchmark"),
    ...common,
    /** The benchmark, as a tag in place of the tasks' own; null keeps these. */
    tag: Subset.nullable().default(null),
    sample: z.int().min(1).max(100_000).nullable().default(200),
  }),
  /** The instances that people kept of a batch's candidates. */
  z.strictObject({ from: z.literal("result"), ...common, batch: z.uuid() }),
]);
export type CurationDesign = z.infer<typeof CurationDesign>;

const Counts = z.record(z.string(), z.number());

/** The number of pairs of a benchmark that could be used, and of others by the reason why they could not. */
export const BenchmarkCounts = z.object({ usable: z.number(), leftOut: Counts });
export type BenchmarkCounts = z.infer<typeof BenchmarkCounts>;

export const CurationView = z.object({
  /**
   * For each tag: the numbers of instances, of instances that the panel judged, and of those among them that it
   * judges wrongly.
   */
  subsets: z.array(
    z.object({ subset: z.string(), instances: z.number(), judged: z.number(), kept: z.number() }),
  ),
  /** Tasks that are no instance, by reason. */
  others: Counts,
  /** Tasks with exactly two outputs. */
  pairs: z.number(),
  /** Pairs that people or gold compared. */
  compared: z.number(),
  /** Counts of a dataset that was prepared from a benchmark; null for others. */
  benchmark: BenchmarkCounts.nullable(),
  evaluators: z.array(z.string()),
  panel: z.object({ methods: z.array(z.string()), models: z.array(z.string()) }),
  sources: z.array(z.object({ source: OutputSource, outputs: z.number() })),
  /** Finished runs that embedded instructions. */
  vectors: z.array(z.object({ run: z.string(), name: z.string(), tasks: z.number() })),
  /** Batches in which people decided on candidates of this dataset. */
  batches: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      subsets: z.array(z.object({ subset: z.string(), outcomes: Counts })),
      contested: z.array(z.object({ task: z.string(), key: z.string() })),
    }),
  ),
});
export type CurationView = z.infer<typeof CurationView>;

export const CurationFileQuery = z.strictObject({ batch: z.uuid(), form: z.enum(["llmbar", "study"]) });
