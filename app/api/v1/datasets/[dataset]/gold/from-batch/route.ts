import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/views";
import { createGoldFrom } from "@/lib/quality/data/bulk-gold";
import { GoldFromBatchBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Take what was adjudicated or agreed in a closed batch as gold",
    answer: z.object({ marked: z.int() }),
    params: DatasetParams,
    body: GoldFromBatchBody,
  },
  async ({ actor, params, body }) => (await createGoldFrom(actor, params.dataset, body)) ?? notFound(),
);
