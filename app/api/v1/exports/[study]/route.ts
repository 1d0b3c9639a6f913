import { notFound, route } from "@/lib/api/route";
import { openExport } from "@/lib/export/data/exports";
import { ExportParams, ExportQuery } from "@/lib/export/schema";
import { bodyOf } from "@/lib/formats/stream";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "Take a dataset or a batch along: its ratings (csv, jsonl, parquet), its study file, its agreement",
    files: [
      "application/zip",
      "text/csv",
      "application/x-ndjson",
      "application/json",
      "application/vnd.apache.parquet",
    ],
    params: ExportParams,
    query: ExportQuery,
  },
  async ({ actor, params, query: { format, ...training } }) => {
    const made = await openExport(actor, params.study, format, training);
    if (!made) return notFound();
    return new Response(bodyOf(made.body), {
      headers: {
        "Content-Type": made.contentType,
        "Content-Disposition": `attachment; filename="${made.fileName}"`,
      },
    });
  },
);
