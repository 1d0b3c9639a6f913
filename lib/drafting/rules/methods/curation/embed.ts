import { z } from "zod";
import { requestOf } from "@/lib/dataset/rules/task-request";
import { PAPER } from "@/lib/drafting/rules/methods/llmbar/paper";
import type { DraftMethod } from "@/lib/drafting/schema";

/** The vector of each task's request by the endpoint's embedding model. Zeng et al. (2024), section 2.2. */
export const embedInstructions: DraftMethod<Record<string, never>> = {
  id: "curation.embed",
  version: "1",
  profile: "faithful",
  title: "Vectors of instructions (NEIGHBOR)",
  description:
    "Embeds each task’s instruction with the endpoint’s embedding model. The page Curation of the dataset finds neighbours by them.",
  paper: PAPER,
  produces: "vectors",
  subject: "task",
  needs: [],
  embeds: true,
  templates: [],
  params: z.strictObject({}),
  retries: 0,
  most: () => 1,
  plan: () => [],
  reduce: (_, input) => ({
    embed: [requestOf(input)],
    finish: (vectors) => {
      const vector = vectors?.[0];
      return vector && vector.length > 0
        ? { values: [], vector }
        : { values: [], undecided: "not_run" as const };
    },
  }),
};
