import { notFound, route } from "@/lib/api/route";
import { openExport, whyNotExported } from "@/lib/export/data/exports";
import { ExportParams, ExportQuery } from "@/lib/export/schema";
import { bodyOf } from "@/lib/formats/stream";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "Export a dataset or a batch: its ratings (csv, jsonl, parquet, xlsx), its study file, its agreement",
    files: [
      "application/zip",
      "text/csv",
      "application/x-ndjson",
      "application/json",
      "application/vnd.apache.parquet",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    params: ExportParams,
    query: ExportQuery,
  },
  async ({ actor, params, query: { format, ...training } }) => {
    const refusal = await whyNotExported(actor, params.study, format);
    if (refusal) return refusal;
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
