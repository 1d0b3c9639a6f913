import { notFound, route } from "@/lib/api/route";
import { versionValuesCsv } from "@/lib/judge/data/version-values";
import { JudgeVersionParams, VersionValuesQuery } from "@/lib/judge/schema/judges";

export const GET = route(
  {
    as: "researcher",
    summary: "All values that a judge's version gave on a dataset, with samples and reasons",
    files: ["text/csv"],
    params: JudgeVersionParams,
    query: VersionValuesQuery,
  },
  async ({ actor, params, query: { dataset } }) => {
    const found = await versionValuesCsv(actor, params.version, dataset);
    if (!found) return notFound();
    return new Response(found.csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="judge-values-${found.hash.slice(0, 8)}.csv"`,
      },
    });
  },
);
