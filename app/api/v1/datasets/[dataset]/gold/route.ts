import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { markGold } from "@/lib/quality/data/gold";
import { GoldBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Mark the gold value of a unit, or remove the mark",
    answer: z.object({ marked: z.boolean() }),
    params: DatasetParams,
    body: GoldBody,
  },
  async ({ actor, params, body }) => (await markGold(actor, params.dataset, body)) ?? notFound(),
);
