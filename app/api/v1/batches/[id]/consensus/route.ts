import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { makeVersions } from "@/lib/rubric/data/versions";
import { ConsensusBody } from "@/lib/rubric/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Make the next versions of rubrics from what a batch decided",
    answer: z.object({ made: z.int(), open: z.int() }),
    params: BatchParams,
    body: ConsensusBody,
  },
  async ({ actor, params, body }) => (await makeVersions(actor, params.id, body)) ?? notFound(),
);
