import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { markManyGold } from "@/lib/quality/data/bulk-gold";
import { ManyGoldBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary:
      "Mark many gold values at once, all or none, by ids or by the study file's names of responses and items",
    answer: z.object({ marked: z.int() }),
    params: DatasetParams,
    body: ManyGoldBody,
    maxBodyBytes: 8_000_000,
  },
  async ({ actor, params, body }) => (await markManyGold(actor, params.dataset, body.rows)) ?? notFound(),
);
