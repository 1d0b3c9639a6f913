import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/views";
import { readRubrics } from "@/lib/reading/data";
import { ReadRubric, RubricsQuery } from "@/lib/reading/schema";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The checklists and criteria of a dataset with their items, each in its newest version",
    params: DatasetParams,
    query: RubricsQuery,
    answer: pageOf(ReadRubric),
  },
  async ({ actor, params, query }) => (await readRubrics(actor, params.dataset, query)) ?? notFound(),
);
