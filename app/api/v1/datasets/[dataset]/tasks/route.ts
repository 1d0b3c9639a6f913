import { notFound, route } from "@/lib/api/route";
import { listTasks } from "@/lib/dataset/data/tasks";
import { DatasetParams, TasksQuery } from "@/lib/dataset/views";

export const GET = route(
  { as: "researcher", summary: "A page of a dataset's tasks", params: DatasetParams, query: TasksQuery },
  async ({ actor, params, query }) => (await listTasks(actor, params.dataset, query)) ?? notFound(),
);
