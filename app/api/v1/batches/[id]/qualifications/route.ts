import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readQualifications } from "@/lib/resources/data/related";
import { pageOf } from "@/lib/resources/schema/page";
import { QualificationsQuery, ReadQualification } from "@/lib/resources/schema/related";

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
