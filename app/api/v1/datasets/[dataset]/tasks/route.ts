import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readTasks } from "@/lib/resources/data/dataset-records";
import { ReadTask } from "@/lib/resources/schema";
import { ListTasksQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The tasks of a dataset that pass a filter, by their keys",
    params: DatasetParams,
    query: ListTasksQuery,
    answer: pageOf(ReadTask),
  },
  async ({ actor, params, query }) => (await readTasks(actor, params.dataset, query)) ?? notFound(),
);
