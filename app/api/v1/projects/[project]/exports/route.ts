import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { listPastExports } from "@/lib/export/data/exports";
import { PastExport } from "@/lib/export/schema";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "Who took what along, and when",
    answer: z.array(PastExport),
    params: ProjectParams,
  },
  async ({ actor, params }) => (await listPastExports(actor, params.project)) ?? notFound(),
);
