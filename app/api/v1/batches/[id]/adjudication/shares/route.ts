import { z } from "zod";
import { shareCases } from "@/lib/adjudication/data/share-cases";
import { ShareBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Assign undecided cases to adjudicators, or remove the assignment",
    answer: z.object({ shared: z.int() }),
    params: BatchParams,
    body: ShareBody,
  },
  async ({ actor, params, body }) => (await shareCases(actor, params.id, body)) ?? notFound(),
);
