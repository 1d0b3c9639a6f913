import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readRubrics } from "@/lib/resources/data/dataset-records";
import { ReadRubric } from "@/lib/resources/schema";
import { RubricsQuery } from "@/lib/resources/schema/queries";

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
