import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { grantQualification } from "@/lib/batch/data/checks/qualification-grants";
import { BatchAnnotatorParams } from "@/lib/batch/schema";
import { QualificationBody } from "@/lib/quality/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Grant an annotator another attempt at a batch's exam, or the work without it",
    answer: z.object({ granted: z.enum(["attempt", "admission"]) }),
    params: BatchAnnotatorParams,
    body: QualificationBody,
  },
  async ({ actor, params, body }) =>
    (await grantQualification(actor, params.id, params.membership, body)) ?? notFound(),
);
