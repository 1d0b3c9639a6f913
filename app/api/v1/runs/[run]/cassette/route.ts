import { notFound, route } from "@/lib/api/route";
import { cassetteOf } from "@/lib/drafting/data/cassette-file";
import { RunParams } from "@/lib/drafting/schema/runs";
import { bodyOf } from "@/lib/formats/stream";

export const GET = route(
  {
    as: "researcher",
    tokenScope: "export",
    summary: "The calls of a run as a recording that countersign draft replays without a model",
    files: ["application/x-ndjson"],
    params: RunParams,
  },
  async ({ actor, params }) => {
    const lines = await cassetteOf(actor, params.run);
    if (!lines) return notFound();
    return new Response(bodyOf(lines), {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="countersign-run-${params.run.slice(0, 8)}-cassette.jsonl"`,
      },
    });
  },
);
