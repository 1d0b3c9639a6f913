import { notFound, route } from "@/lib/api/route";
import { attachment } from "@/lib/http/response";
import { versionValuesCsv } from "@/lib/judge/data/version-values";
import { JudgeVersionRouteParams, VersionValuesQuery } from "@/lib/judge/schema/judges";

export const GET = route(
  {
    as: "researcher",
    summary: "All values that a judge's version gave on a dataset, with samples and reasons",
    files: ["text/csv"],
    params: JudgeVersionRouteParams,
    query: VersionValuesQuery,
  },
  async ({ actor, params, query: { dataset } }) => {
    const found = await versionValuesCsv(actor, params.version, dataset);
    if (!found) return notFound();
    return attachment({
      fileName: `judge-values-${found.hash.slice(0, 8)}.csv`,
      contentType: "text/csv; charset=utf-8",
      text: found.csv,
    });
  },
);
