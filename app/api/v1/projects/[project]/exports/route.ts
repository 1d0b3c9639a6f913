import { notFound, route } from "@/lib/api/route";
import { listPastExports } from "@/lib/export/data/exports";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  { as: "researcher", summary: "Who took what along, and when", params: ProjectParams },
  async ({ actor, params }) => (await listPastExports(actor, params.project)) ?? notFound(),
);
