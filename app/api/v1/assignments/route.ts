import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { listOwnWork } from "@/lib/review/data/assignments";
import { OwnAssignment, OwnWorkQuery } from "@/lib/review/schema";

export const GET = route(
  {
    as: "annotator",
    summary: "List your own assignments in a batch",
    answer: z.array(OwnAssignment),
    query: OwnWorkQuery,
  },
  async ({ actor, query }) => (await listOwnWork(actor, query.batch)) ?? notFound(),
);
