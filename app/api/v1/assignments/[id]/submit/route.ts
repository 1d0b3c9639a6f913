import { notFound, route } from "@/lib/api/route";
import { submit } from "@/lib/review/data/submit";
import { AssignmentParams, SubmitBody } from "@/lib/review/schema";

export const POST = route(
  { as: "annotator", summary: "Submit an assignment", params: AssignmentParams, body: SubmitBody },
  async ({ actor, params, body }) => (await submit(actor, params.id, body)) ?? notFound(),
);
