import { notFound, route } from "@/lib/api/route";
import { findProjectDependants } from "@/lib/dataset/removal/dependants";
import { ProjectParams } from "@/lib/project/schema";
import { Dependants } from "@/lib/project/schema/removal";

export const GET = route(
  {
    as: "admin",
    summary: "Records that are deleted with a project, and those that stay",
    answer: Dependants,
    params: ProjectParams,
  },
  async ({ actor, params }) => (await findProjectDependants(actor, params.project)) ?? notFound(),
);
