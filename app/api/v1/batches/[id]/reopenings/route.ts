import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readReopenings } from "@/lib/resources/data/related";
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
