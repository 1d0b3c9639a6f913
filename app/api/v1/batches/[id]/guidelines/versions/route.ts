import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readGuidelinesVersions } from "@/lib/reading/data/around";
import { GuidelinesVersionsQuery, ReadGuidelinesVersion } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

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
