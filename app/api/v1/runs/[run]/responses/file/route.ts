import { notFound, route } from "@/lib/api/route";
import { generatedFile } from "@/lib/drafting/data/generated-file";
import { GeneratedFileQuery, type GeneratedFormat } from "@/lib/drafting/schema/generated";
import { RunParams } from "@/lib/drafting/schema/runs";
import { bodyOf } from "@/lib/formats/stream";

const FILES: Record<GeneratedFormat, { type: string; ending: string }> = {
  jsonl: { type: "application/x-ndjson", ending: "responses.jsonl" },
  study: { type: "application/x-ndjson", ending: "study.jsonl" },
  csv: { type: "text/csv", ending: "responses.csv" },
  text: { type: "text/plain", ending: "traces.txt" },
};

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary:
      "The responses that a run generated, as a file: JSON lines, study records, CSV, or traces as text",
    files: ["application/x-ndjson", "text/csv", "text/plain"],
    params: RunParams,
    query: GeneratedFileQuery,
  },
  async ({ actor, params, query }) => {
    const lines = await generatedFile(actor, params.run, query.format);
    if (!lines) return notFound();
    const { type, ending } = FILES[query.format];
    return new Response(bodyOf(lines), {
      headers: {
        "Content-Type": `${type}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="countersign-run-${params.run.slice(0, 8)}-${ending}"`,
      },
    });
  },
);
