import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readAssignments } from "@/lib/resources/data/batch-records";
import { ReadAssignment } from "@/lib/resources/schema";
import { AssignmentsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The assignments of a batch, by pseudonym",
    params: BatchParams,
    query: AssignmentsQuery,
    answer: pageOf(ReadAssignment),
  },
  async ({ actor, params, query }) => (await readAssignments(actor, params.id, query)) ?? notFound(),
);
