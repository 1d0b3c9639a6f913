import { notFound, route } from "@/lib/api/route";
import { openTable } from "@/lib/export/data/tables";
import { TableParams, TableQuery } from "@/lib/export/tables";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary: "One table of a report, as CSV, JSON, LaTeX or Markdown",
    files: ["text/csv", "application/json", "application/x-latex", "text/markdown"],
    params: TableParams,
    query: TableQuery,
  },
  async ({ actor, params, query }) => {
    const made = await openTable(actor, params, query.format);
    if (!made) return notFound();
    if ("refused" in made) return made;
    return new Response(made.text, {
      headers: {
        "Content-Type": made.contentType,
        "Content-Disposition": `attachment; filename="${made.fileName}"`,
      },
    });
  },
);
