import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readFlags } from "@/lib/reading/data/around";
import { FlagsQuery, ReadFlag } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "What annotators pointed at in a batch",
    params: BatchParams,
    query: FlagsQuery,
    answer: pageOf(ReadFlag),
  },
  async ({ actor, params, query }) => (await readFlags(actor, params.id, query)) ?? notFound(),
);
