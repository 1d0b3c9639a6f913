import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readQualifications } from "@/lib/reading/data/around";
import { QualificationsQuery, ReadQualification } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "Where people stand with the training and exam of a batch",
    params: BatchParams,
    query: QualificationsQuery,
    answer: pageOf(ReadQualification),
  },
  async ({ actor, params, query }) => (await readQualifications(actor, params.id, query)) ?? notFound(),
);
