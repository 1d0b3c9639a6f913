import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readDrafts } from "@/lib/resources/data/dataset-records";
import { ReadDraft } from "@/lib/resources/schema/judgements";
import { DraftsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "Drafts of a dataset: values with their lines",
    params: DatasetParams,
    query: DraftsQuery,
    answer: pageOf(ReadDraft),
  },
  async ({ actor, params, query }) => (await readDrafts(actor, params.dataset, query)) ?? notFound(),
);
