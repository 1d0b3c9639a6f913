import { route } from "@/lib/api/route";
import { createProject, listProjects } from "@/lib/project/data";
import { CreateProject } from "@/lib/project/schema";

export const GET = route(
  { as: "user", summary: "The projects you may open", byProject: true },
  async ({ actor }) => ({ projects: await listProjects(actor) }),
);

export const POST = route(
  { as: "site-admin", summary: "Start a project, and be its first admin", body: CreateProject },
  ({ actor, body }) => createProject(actor, body),
);
