import { notFound, route } from "@/lib/api/route";
import { readAssignment } from "@/lib/resources/data/batch-records";
import { ReadAssignment } from "@/lib/resources/schema";
import { BatchAssignmentParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "An assignment of a batch, by pseudonym",
    params: BatchAssignmentParams,
    answer: ReadAssignment,
  },
  async ({ actor, params }) => (await readAssignment(actor, params.id, params.assignment)) ?? notFound(),
);
