import { notFound, route } from "@/lib/api/route";
import { exportMapping } from "@/lib/participation/data/mapping";
import { ParticipationLinkParams } from "@/lib/participation/schema";

export const GET = route(
  {
    as: "admin",
    tokenScope: "export",
    summary: "The pseudonym of each platform id, with completion and minutes, as CSV",
    files: ["text/csv"],
    params: ParticipationLinkParams,
  },
  async ({ actor, params }) => {
    const mapping = await exportMapping(actor, params.link);
    if (!mapping) return notFound();
    return new Response(mapping.csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="participants-${params.link}.csv"`,
      },
    });
  },
);
