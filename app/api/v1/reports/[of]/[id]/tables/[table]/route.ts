import { notFound, route } from "@/lib/api/route";
import { openTable } from "@/lib/export/data/report-tables";
import { TABLE_FILES, TableParams, TableQuery } from "@/lib/export/table-params";
import { attachment } from "@/lib/http/response";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary: "One table of a report, as CSV, JSON, LaTeX or Markdown",
    files: TABLE_FILES,
    params: TableParams,
    query: TableQuery,
  },
  async ({ actor, params, query }) => {
    const made = await openTable(actor, params, query.format);
    if (!made) return notFound();
    return "refused" in made ? made : attachment(made);
  },
);
