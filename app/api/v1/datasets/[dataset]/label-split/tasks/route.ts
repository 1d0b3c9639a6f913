import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { pageOf } from "@/lib/http/page";
import { readSplitTasks } from "@/lib/judge/data/label-split";
import { SplitTasksQuery, SplitTaskView } from "@/lib/judge/schema/split";

export const GET = route(
  {
    as: "researcher",
    summary: "The part of each task of a split",
    params: DatasetParams,
    query: SplitTasksQuery,
    answer: pageOf(SplitTaskView),
  },
  async ({ actor, params, query }) => (await readSplitTasks(actor, params.dataset, query)) ?? notFound(),
);
