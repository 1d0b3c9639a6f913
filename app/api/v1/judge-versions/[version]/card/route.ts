import { notFound, route } from "@/lib/api/route";
import { JudgeVersionRouteParams } from "@/lib/judge/schema/judges";
import { findVersionCard } from "@/lib/report/data/version-card";
import { versionCardMarkdown } from "@/lib/report/rules/version-card/markdown";
import { VersionCardQuery } from "@/lib/report/schema/version-card";

const TYPES = {
  json: ["application/json; charset=utf-8", "json"],
  markdown: ["text/markdown; charset=utf-8", "md"],
} as const;

export const GET = route(
  {
    as: "researcher",
    summary:
      "The card of a judge's version on a dataset: its prompt, the data it was tuned on, and its agreement with people",
    files: ["application/json", "text/markdown"],
    params: JudgeVersionRouteParams,
    query: VersionCardQuery,
  },
  async ({ actor, params, query: { dataset, format } }) => {
    const card = await findVersionCard(actor, params.version, dataset);
    if (!card) return notFound();
    if ("refused" in card) return card;
    const [type, extension] = TYPES[format];
    const text = format === "json" ? `${JSON.stringify(card, null, 2)}\n` : versionCardMarkdown(card);
    return new Response(text, {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="judge-card-${card.version.hash.slice(0, 8)}.${extension}"`,
      },
    });
  },
);
