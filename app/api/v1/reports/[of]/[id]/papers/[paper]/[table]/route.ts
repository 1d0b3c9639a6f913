import { notFound, route } from "@/lib/api/route";
import { openPaperTable } from "@/lib/export/data/study-papers";
import { PaperTableParams, PaperTableQuery, TABLE_FILES } from "@/lib/export/table-params";
import { attachment } from "@/lib/http/response";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "One table of a paper, computed from a batch or a dataset, as CSV, JSON, LaTeX or Markdown, with the runs behind it; CSV has them with runs=true",
    files: TABLE_FILES,
    params: PaperTableParams,
    query: PaperTableQuery,
  },
  async ({ actor, params, query }) => {
    const made = await openPaperTable(actor, params, query);
    if (!made) return notFound();
    return "refused" in made ? made : attachment(made);
  },
);
