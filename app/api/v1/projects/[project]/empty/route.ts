import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { requestProjectRemoval } from "@/lib/dataset/removal/request-removal";
import { ProjectParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary:
      "Empty a project: delete its data and batches; its people, models, settings and frozen studies stay",
    answer: z.object({ id: z.uuid() }),
    params: ProjectParams,
  },
  async ({ actor, params }) => (await requestProjectRemoval(actor, params.project, "empty")) ?? notFound(),
);
