import { notFound, route } from "@/lib/api/route";
import { readOperations } from "@/lib/reading/data/around";
import { AssignmentParams } from "@/lib/reading/schema";
import { OperationsQuery, ReadOperation } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "What was done to an assignment, gesture by gesture",
    params: AssignmentParams,
    query: OperationsQuery,
    answer: pageOf(ReadOperation),
  },
  async ({ actor, params, query }) => (await readOperations(actor, params, query)) ?? notFound(),
);
