import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { requestProjectRemoval } from "@/lib/dataset/removal/request-removal";
import { changeProject, findProject } from "@/lib/project/data";
import { ChangeProject, ProjectParams, ProjectView } from "@/lib/project/schema";

export const GET = route(
  { as: "member", summary: "A project, and your role in it", answer: ProjectView, params: ProjectParams },
  async ({ actor, params }) => (await findProject(actor, params.project)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Rename, describe, archive or restore a project",
    answer: z.object({ id: z.uuid() }),
    params: ProjectParams,
    body: ChangeProject,
  },
  async ({ actor, params, body }) => (await changeProject(actor, params.project, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Delete a project with everything in it, permanently",
    answer: z.object({ id: z.uuid() }),
    params: ProjectParams,
  },
  async ({ actor, params }) => (await requestProjectRemoval(actor, params.project, "delete")) ?? notFound(),
);
