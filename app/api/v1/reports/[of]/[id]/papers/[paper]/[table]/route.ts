import { notFound, route } from "@/lib/api/route";
import { openPaperTable } from "@/lib/export/data/study-papers";
import { PaperTableParams, PaperTableQuery } from "@/lib/export/tables";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary: "One table of a paper, computed from a batch or a dataset, as CSV, JSON, LaTeX or Markdown",
    files: ["text/csv", "application/json", "application/x-latex", "text/markdown"],
    params: PaperTableParams,
    query: PaperTableQuery,
  },
  async ({ actor, params, query }) => {
    const made = await openPaperTable(actor, params, query);
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
