import { notFound, route } from "@/lib/api/route";
import { setPay } from "@/lib/batch/data/cost";
import { BatchParams } from "@/lib/batch/schema";
import { PayBody } from "@/lib/batch/schema/pay";

export const PUT = route(
  {
    as: "admin",
    summary: "Set the pay of a batch's annotators, used to compute its cost",
    answer: PayBody,
    params: BatchParams,
    body: PayBody,
  },
  async ({ actor, params, body }) => (await setPay(actor, params.id, body)) ?? notFound(),
);
