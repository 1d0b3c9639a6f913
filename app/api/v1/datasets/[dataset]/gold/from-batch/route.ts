import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { createGoldFrom } from "@/lib/quality/data/bulk-gold";
import { GoldFromBatchBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Make gold of the values that were adjudicated or agreed in a closed batch",
    answer: z.object({ marked: z.int() }),
    params: DatasetParams,
    body: GoldFromBatchBody,
  },
  async ({ actor, params, body }) => (await createGoldFrom(actor, params.dataset, body)) ?? notFound(),
);
