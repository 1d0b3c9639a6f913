import { z } from "zod";
import { GivenValue } from "@/lib/drafting/schema/judge-spec";
import { LabelPart } from "@/lib/judge/schema/split";

/** The labels of a dataset that a version was made from. Figures on them are too good. */
export const TunedOn = z.object({
  /** The examples in its prompt. Task and part are null unless they are of this dataset. */
  examples: z.array(
    z.object({
      task: z.string().nullable(),
      part: LabelPart.nullable(),
      source: z.enum(["dataset", "elsewhere", "written"]),
      value: GivenValue,
    }),
  ),
  /** The proposed instructions that it or a version it was made from uses, with keys of the tasks they were proposed from. */
  instructions: z.array(z.object({ text: z.string(), version: z.number(), tasks: z.array(z.string()) })),
  /** For a panel that weights its members by their κ on the development labels. */
  weights: z.array(z.object({ judge: z.string(), version: z.number(), weight: z.number() })),
  /** The labels that its author could see disagreements on. */
  development: z.object({
    /** Keys of the labelled tasks. */
    tasks: z.array(z.string()),
    units: z.number(),
    /** Numbers of the versions that were compared on them up to this one. */
    versions: z.array(z.number()),
    /** Tasks left out because a version of the judge has them as examples. */
    leftOut: z.number(),
  }),
});
export type TunedOn = z.infer<typeof TunedOn>;
