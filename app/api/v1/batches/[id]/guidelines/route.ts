import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { confirmGuidelines, findGuidelines } from "@/lib/batch/data/guidelines";
import { BatchParams, ReadGuidelines } from "@/lib/batch/schema";
import { GuidelinesView } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "annotator",
    summary: "The current guidelines of a batch",
    answer: GuidelinesView,
    params: BatchParams,
  },
  async ({ actor, params }) => (await findGuidelines(actor, params.id)) ?? notFound(),
);

export const POST = route(
  {
    as: "annotator",
    summary: "Confirm that you have read a version of the guidelines",
    answer: z.object({ version: z.int() }),
    params: BatchParams,
    body: ReadGuidelines,
  },
  async ({ actor, params, body }) => (await confirmGuidelines(actor, params.id, body)) ?? notFound(),
);
