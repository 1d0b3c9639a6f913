import { z } from "zod";
import { ResponseTrace } from "@/lib/drafting/schema";

const about = { task: z.string(), method: z.string(), model: z.string(), condition: z.string().default("") };

/**
 * A result that a study file has no record for: labels of an item, out of those the model could give; a measure of the
 * method itself; or how a generated response was judged and revised. One line of a file of findings.
 */
export const MethodFinding = z.discriminatedUnion("found", [
  z.object({
    ...about,
    found: z.literal("labels"),
    item: z.string(),
    labels: z.array(z.string()),
    flags: z.array(z.string()).default([]),
    categories: z.array(z.string()).default([]),
  }),
  z.object({
    ...about,
    found: z.literal("measure"),
    name: z.string(),
    value: z.number().nullable(),
    note: z.string().optional(),
  }),
  z.object({
    ...about,
    found: z.literal("trace"),
    response: z.string(),
    trace: ResponseTrace,
    flags: z.array(z.string()),
  }),
]);
export type MethodFinding = z.infer<typeof MethodFinding>;
