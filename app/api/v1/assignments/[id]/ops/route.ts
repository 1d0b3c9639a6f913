import { notFound, route } from "@/lib/api/route";
import { recordOwnOps } from "@/lib/review/data/opaque-keys";
import { AssignmentParams, OpsBody, Saved } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    direct: "POST /api/v1/assignments/[id]/ops",
    sessionCheck: "data",
    summary: "Record operations on an assignment",
    answer: Saved,
    params: AssignmentParams,
    usesReservedConnections: true,
    body: OpsBody,
    bypassesProxy: true,
  },
  async ({ actor, params, body }) => (await recordOwnOps(actor, params.id, body)) ?? notFound(),
);
