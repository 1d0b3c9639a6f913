import { withPrepared } from "@/app/prepare-prose";
import { notFound, route } from "@/lib/api/route";
import { findOwnAssignment } from "@/lib/review/data/assignments";
import { AssignmentParams, AssignmentView } from "@/lib/review/schema";

export const GET = route(
  {
    as: "annotator",
    direct: "GET /api/v1/assignments/[id]",
    summary: "Read an assignment of yours, with its operations",
    answer: AssignmentView,
    params: AssignmentParams,
  },
  async ({ actor, params }) => {
    const view = await findOwnAssignment(actor, params.id);
    return view ? withPrepared(view) : notFound();
  },
);
