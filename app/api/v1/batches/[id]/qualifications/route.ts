import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readQualifications } from "@/lib/resources/data/related";
import { QualificationsQuery, ReadQualification } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "People's progress in the training and exam of a batch",
    params: BatchParams,
    query: QualificationsQuery,
    answer: pageOf(ReadQualification),
  },
  async ({ actor, params, query }) => (await readQualifications(actor, params.id, query)) ?? notFound(),
);
