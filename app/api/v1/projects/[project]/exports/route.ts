import { notFound, route } from "@/lib/api/route";
import { readPastExports } from "@/lib/export/data/exports";
import { PastExport } from "@/lib/export/schema";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { NumberedQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "Past exports: who, what and when",
    query: NumberedQuery,
    answer: pageOf(PastExport),
    params: ProjectParams,
  },
  async ({ actor, params, query }) => (await readPastExports(actor, params.project, query)) ?? notFound(),
);
