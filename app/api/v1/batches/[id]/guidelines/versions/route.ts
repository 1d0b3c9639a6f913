import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readGuidelinesVersions } from "@/lib/resources/data/related";
import { GuidelinesVersionsQuery, ReadGuidelinesVersion } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The versions of a batch's guidelines, and who read them",
    params: BatchParams,
    query: GuidelinesVersionsQuery,
    answer: pageOf(ReadGuidelinesVersion),
  },
  async ({ actor, params, query }) => (await readGuidelinesVersions(actor, params.id, query)) ?? notFound(),
);
