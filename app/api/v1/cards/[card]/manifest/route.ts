import { notFound, route } from "@/lib/api/route";
import { findCard, manifestFile } from "@/lib/study/data/cards";
import { CARD_READS, CardParams, Manifest } from "@/lib/study/schema";

export const GET = route(
  {
    as: "anyone",
    limit: CARD_READS,
    summary: "The manifest of a public study, with exactly the bytes that were hashed",
    answer: Manifest,
    params: CardParams,
    cacheable: true,
  },
  async ({ params }) => {
    const card = await findCard(params.card);
    if (!card) return notFound();
    return new Response(manifestFile(card), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="manifest-${card.sha256.slice(0, 8)}.json"`,
      },
    });
  },
);
