import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/views";
import { readGoldLabels } from "@/lib/reading/data/around";
import { GoldLabelsQuery, ReadGoldLabels } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The labels that tasks and items of a dataset should be given",
    params: DatasetParams,
    query: GoldLabelsQuery,
    answer: pageOf(ReadGoldLabels),
  },
  async ({ actor, params, query }) => (await readGoldLabels(actor, params.dataset, query)) ?? notFound(),
);
