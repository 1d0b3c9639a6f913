import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readGoldLabels } from "@/lib/resources/data/related";
import { GoldLabelsQuery, ReadGoldLabels } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The gold labels of a dataset's tasks and items",
    params: DatasetParams,
    query: GoldLabelsQuery,
    answer: pageOf(ReadGoldLabels),
  },
  async ({ actor, params, query }) => (await readGoldLabels(actor, params.dataset, query)) ?? notFound(),
);
