import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { AddAnnotatorsBody, BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Add annotators to a batch",
    answer: z.object({ added: z.int() }),
    params: BatchParams,
    body: AddAnnotatorsBody,
  },
  async ({ actor, params, body }) => (await addAnnotators(actor, params.id, body.annotators)) ?? notFound(),
);
