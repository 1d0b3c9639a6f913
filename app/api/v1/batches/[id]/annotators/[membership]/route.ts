import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { removeAnnotator } from "@/lib/batch/data/lifecycle";
import { BatchAnnotatorParams } from "@/lib/batch/schema";

export const DELETE = route(
  {
    as: "admin",
    summary: "Remove an annotator from a batch",
    answer: z.object({ removed: z.boolean(), returned: z.int(), stand: z.int() }),
    params: BatchAnnotatorParams,
  },
  async ({ actor, params }) => (await removeAnnotator(actor, params.id, params.membership)) ?? notFound(),
);
