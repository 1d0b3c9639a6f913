import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readSlots } from "@/lib/resources/data/related";
import { ReadSlot, SlotsQuery } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The assignments of a batch, taken or free: what is judged in which arm, filled or not",
    params: BatchParams,
    query: SlotsQuery,
    answer: pageOf(ReadSlot),
  },
  async ({ actor, params, query }) => (await readSlots(actor, params.id, query)) ?? notFound(),
);
