import { notFound, route } from "@/lib/api/route";
import { readTask } from "@/lib/resources/data/dataset-records";
import { ReadTask } from "@/lib/resources/schema";
import { TaskParams } from "@/lib/resources/schema/queries";

export const GET = route(
  { as: "researcher", summary: "A task", params: TaskParams, answer: ReadTask },
  async ({ actor, params }) => (await readTask(actor, params.task)) ?? notFound(),
);
