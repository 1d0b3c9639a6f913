import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { readOperations } from "@/lib/resources/data/related";
import { BatchAssignmentParams } from "@/lib/resources/schema/queries";
import { OperationsQuery, ReadOperation } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The operations of an assignment, one by one",
    params: BatchAssignmentParams,
    query: OperationsQuery,
    answer: pageOf(ReadOperation),
  },
  async ({ actor, params, query }) => (await readOperations(actor, params, query)) ?? notFound(),
);
