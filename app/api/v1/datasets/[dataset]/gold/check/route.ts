import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { checkManyGold } from "@/lib/quality/data/bulk-gold";
import { GoldCheck, ManyGoldBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary: "The effect of marking many gold values, row by row; nothing is written",
    answer: GoldCheck,
    params: DatasetParams,
    body: ManyGoldBody,
    maxBodyBytes: 8_000_000,
  },
  async ({ actor, params, body }) => (await checkManyGold(actor, params.dataset, body.rows)) ?? notFound(),
);
