import { notFound, route } from "@/lib/api/route";
import { findCard, tableFile } from "@/lib/study/data/cards";
import { CARD_READS, CardTableParams, CardTableQuery } from "@/lib/study/schema";

export const GET = route(
  {
    as: "anyone",
    limit: CARD_READS,
    summary: "A table of a batch of a public study, as CSV",
    files: ["text/csv"],
    params: CardTableParams,
    query: CardTableQuery,
    cacheable: true,
  },
  async ({ params, query: { batch } }) => {
    const card = await findCard(params.card);
    const csv = card && (await tableFile(card, batch, params.table));
    if (!csv) return notFound();
    return new Response(csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${params.table}-${card.sha256.slice(0, 8)}-${batch}.csv"`,
      },
    });
  },
);
