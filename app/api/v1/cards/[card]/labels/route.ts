import { notFound, route } from "@/lib/api/route";
import { bodyOf } from "@/lib/formats/stream";
import { findCard, labelFile } from "@/lib/study/data/cards";
import { CARD_READS, CardParams, LabelsQuery } from "@/lib/study/schema";

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson; charset=utf-8" };

export const GET = route(
  {
    as: "anyone",
    limit: CARD_READS,
    summary: "The labels of a public study, one per row, with the names on its card",
    files: ["text/csv", "application/x-ndjson"],
    params: CardParams,
    query: LabelsQuery,
    cacheable: true,
  },
  async ({ params, query: { format } }) => {
    const card = await findCard(params.card);
    if (!card) return notFound();
    return new Response(bodyOf(labelFile(card, format)), {
      headers: {
        "Content-Type": TYPES[format],
        "Content-Disposition": `attachment; filename="labels-${card.sha256.slice(0, 8)}.${format}"`,
      },
    });
  },
);
