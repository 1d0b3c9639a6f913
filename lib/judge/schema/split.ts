import { z } from "zod";
import { pageQuery } from "@/lib/http/page";

/**
 * The use of a task's labels for developing judges: `examples` may be shown to judges, `development` is what versions
 * are compared on, and `held-out` is compared with a finished judge, once.
 */
export const LabelPart = z.enum(["examples", "development", "held-out"]);
export type LabelPart = z.infer<typeof LabelPart>;

export const NewLabelSplit = z
  .strictObject({
    seed: z.int().min(0).max(2_147_483_647).default(42),
    /** Percent of the tasks whose labels may become examples. */
    examples: z.int().min(0).max(90).default(20),
    /** Percent of the tasks that versions are compared on; the rest is held out. */
    development: z.int().min(5).max(95).default(40),
  })
  .refine(({ examples, development }) => examples + development <= 95, {
    error: "leaves less than 5 % to hold out",
    path: ["development"],
  });
export type NewLabelSplit = z.infer<typeof NewLabelSplit>;

const PartCount = z.object({ tasks: z.number(), labelled: z.number() });

/** The division of a dataset's tasks; tasks and those with human judgements by part. */
export const LabelSplitView = z.object({
  id: z.string(),
  seed: z.number(),
  examples: z.number(),
  development: z.number(),
  createdAt: z.date(),
  parts: z.object({ examples: PartCount, development: PartCount, "held-out": PartCount }),
  /** Tasks that were added to the dataset since, and belong to no part yet. */
  unassigned: z.number(),
});
export type LabelSplitView = z.infer<typeof LabelSplitView>;

/** Null: the labels are not split yet. */
export const LabelSplitState = z.object({ split: LabelSplitView.nullable() });

export const SplitTasksQuery = pageQuery({ part: LabelPart.optional() });
export type SplitTasksQuery = z.infer<typeof SplitTasksQuery>;

export const SplitTaskView = z.object({ id: z.string(), key: z.string(), part: LabelPart });
export type SplitTaskView = z.infer<typeof SplitTaskView>;
