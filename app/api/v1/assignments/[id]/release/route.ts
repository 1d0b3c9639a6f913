import { notFound, route } from "@/lib/api/route";
import { releaseAssignment } from "@/lib/batch/data/lifecycle";
import { AssignmentParams, AssignmentView } from "@/lib/review/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Release an assignment in progress from its annotator",
    answer: AssignmentView.pick({ state: true }),
    params: AssignmentParams,
  },
  async ({ actor, params }) => (await releaseAssignment(actor, params.id)) ?? notFound(),
);
