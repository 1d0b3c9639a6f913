import { z } from "zod";
import { route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { createProject } from "@/lib/project/data";
import { CreateProject } from "@/lib/project/schema";
import { readProjects } from "@/lib/resources/data/projects";
import { ReadProject } from "@/lib/resources/schema";
import { ListQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "user",
    summary: "The projects you may open",
    query: ListQuery,
    answer: pageOf(ReadProject),
    allowProjectTokens: true,
  },
  ({ actor, query }) => readProjects(actor, query),
);

export const POST = route(
  {
    as: "site-admin",
    summary: "Create a project and become its first admin",
    answer: z.object({ id: z.uuid() }),
    body: CreateProject,
  },
  ({ actor, body }) => createProject(actor, body),
);
