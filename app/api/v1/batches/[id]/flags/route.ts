import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readFlags } from "@/lib/resources/data/related";
import { FlagsQuery, ReadFlag } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "Annotators' flags in a batch",
    params: BatchParams,
    query: FlagsQuery,
    answer: pageOf(ReadFlag),
  },
  async ({ actor, params, query }) => (await readFlags(actor, params.id, query)) ?? notFound(),
);
