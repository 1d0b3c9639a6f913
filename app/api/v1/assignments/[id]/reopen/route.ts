import { notFound, route } from "@/lib/api/route";
import { reopenAssignment, withdrawReopening } from "@/lib/batch/data/lifecycle";
import { AssignmentParams, AssignmentView, ReopenBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Send a submission back to its annotator with a note",
    answer: AssignmentView.pick({ state: true }),
    params: AssignmentParams,
    body: ReopenBody,
  },
  async ({ actor, params, body }) => (await reopenAssignment(actor, params.id, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Withdraw the request to change a submission that was sent back: it stays as submitted",
    answer: AssignmentView.pick({ state: true }),
    params: AssignmentParams,
  },
  async ({ actor, params }) => (await withdrawReopening(actor, params.id)) ?? notFound(),
);
