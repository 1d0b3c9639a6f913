import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { heartbeat } from "@/lib/review/data/record-operations";
import { AssignmentParams, HeartbeatBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "annotator",
    direct: "POST /api/v1/assignments/[id]/heartbeat",
    summary: "Renew the lease of an assignment while the annotator reads it",
    answer: z.object({ leaseUntil: z.date() }),
    params: AssignmentParams,
    usesReservedConnections: true,
    body: HeartbeatBody,
  },
  async ({ actor, params, body }) => (await heartbeat(actor, params.id, body.lease)) ?? notFound(),
);
