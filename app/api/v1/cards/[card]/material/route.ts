import { notFound, route } from "@/lib/api/route";
import { bodyOf } from "@/lib/formats/stream";
import { findCard, materialFile } from "@/lib/study/data/cards";
import { CARD_READS, CardParams } from "@/lib/study/schema";

export const GET = route(
  {
    as: "anyone",
    limit: CARD_READS,
    summary: "The tasks, responses and rubrics of a public study, if its card shows them",
    files: ["application/x-ndjson"],
    params: CardParams,
    cacheable: true,
  },
  async ({ params }) => {
    const card = await findCard(params.card);
    if (!card?.texts) return notFound();
    return new Response(bodyOf(materialFile(card)), {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="material-${card.sha256.slice(0, 8)}.jsonl"`,
      },
    });
  },
);
