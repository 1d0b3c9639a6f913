import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readReopenings } from "@/lib/resources/data/related";
import { pageOf } from "@/lib/resources/schema/page";
import { ReadReopening, ReopeningsQuery } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The submissions of a batch that were sent back",
    params: BatchParams,
    query: ReopeningsQuery,
    answer: pageOf(ReadReopening),
  },
  async ({ actor, params, query }) => (await readReopenings(actor, params.id, query)) ?? notFound(),
);
